import type { SuperviseAction } from '@offhook/contract/permissions';
import { useState } from 'react';
import type { Tile } from '../../core/board/board-rows.ts';
import { joinedText } from '../../core/board/supervising.ts';
import { useTell } from '../../queries.ts';

/** Asks for a call of an agent; then the supervisor's own phone rings and accepts by itself. */
export function useSupervise() {
  const listen = useTell('listenCall');
  const whisper = useTell('whisperCall');
  const barge = useTell('bargeCall');
  const [said, setSaid] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const requests = { listen, whisper, barge };
  const busy = listen.isPending || whisper.isPending || barge.isPending;

  const supervise = (action: SuperviseAction, { call_id, full_name }: Tile) => {
    if (call_id === null || busy) return;
    setSaid('');
    setRefused(null);
    requests[action].mutate(
      { params: { id: call_id } },
      {
        onSuccess: () => setSaid(joinedText(action, full_name)),
        onError: ({ message }) => setRefused(message),
      },
    );
  };
  return { supervise, busy, said, refused };
}
