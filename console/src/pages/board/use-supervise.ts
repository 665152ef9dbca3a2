import type { SuperviseAction } from '@offhook/contract/permissions';
import { useState } from 'react';
import type { Tile } from '../../core/board/board-rows.ts';
import { joiningText } from '../../core/board/supervising.ts';
import { useApiMutation } from '../../queries.ts';

/** Requests to join a call. The supervisor's phone then rings and accepts automatically. */
export function useSupervise() {
  const listen = useApiMutation('listenCall');
  const whisper = useApiMutation('whisperCall');
  const barge = useApiMutation('bargeCall');
  const [joining, setJoining] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const requests = { listen, whisper, barge };
  const busy = listen.isPending || whisper.isPending || barge.isPending;

  const supervise = (action: SuperviseAction, { call_id, full_name }: Tile) => {
    if (call_id === null || busy) return;
    setJoining('');
    setFailure(null);
    requests[action].mutate(
      { params: { id: call_id } },
      {
        onSuccess: () => setJoining(joiningText(action, full_name)),
        onError: ({ message }) => setFailure(message),
      },
    );
  };
  return { supervise, busy, message: joining, error: failure };
}
