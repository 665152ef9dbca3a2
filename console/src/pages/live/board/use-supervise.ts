import type { SuperviseAction } from '@offhook/contract/accounts/permissions';
import { ApiError } from '@offhook/contract/client/api-error';
import type { Board } from '@offhook/contract/console/board-entities';
import { RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { t } from '@offhook/i18n/console';
import { useEffect, useRef, useState } from 'react';
import { hasJoined, joiningText, type OwnCall } from '../../../core/board/supervising.ts';
import type { BoardCommand } from '../../../parts/agents/board-command.ts';
import { isReady, usePhoneFrame } from '../../../phone-frame.tsx';
import { useApiMutation } from '../../../queries.ts';

/** How long a phone that was just opened may take to come online. */
const OPENING_MS = 20_000;
/** The server may hear of it a moment later. */
const RETRY_DELAY_MS = 500;
const MAX_RETRIES = 10;
/** The ring's own limit, and the time until it starts. */
const JOINING_MS = RING_TIMEOUT_MS + 5_000;

const OFFLINE = 'ownPhoneOffline';
const CLOSED = { ok: false, code: 'noAnswer', status: 0, error: '', errorCode: OFFLINE } as const;

interface Joining {
  readonly callId: number;
  readonly text: string;
}

/**
 * Requests to join a call, or to be heard by others in a call that the supervisor is in. The supervisor's phone then rings and accepts automatically. A phone that is open elsewhere
 * is rung; without one, the console opens it beside the page.
 * @param own the call that the supervisor is in
 */
export function useSupervise(board: Pick<Board, 'agents' | 'own_supervision'>, own: OwnCall | null) {
  const phone = usePhoneFrame();
  const focusAfter = useRef(() => {});
  const isOpening = useRef(false);
  const opensPhone = (failures: number, { errorCode }: ApiError) => {
    if (errorCode !== OFFLINE || failures >= MAX_RETRIES) return false;
    if (failures > 0) return isReady(phone.now());
    isOpening.current = true;
    phone.open(() => focusAfter.current());
    return true;
  };
  // A ring before the phone's voice device is registered would be lost.
  const untilReady = async () => {
    if (!isOpening.current) return;
    await phone.untilReady(OPENING_MS);
    if (!phone.now().isOpen) throw new ApiError(CLOSED);
  };
  const retry = { shouldRetry: opensPhone, retryDelayMs: RETRY_DELAY_MS, prepare: untilReady };
  const listen = useApiMutation('listenCall', [], retry);
  const whisper = useApiMutation('whisperCall', [], retry);
  const barge = useApiMutation('bargeCall', [], retry);
  const [joining, setJoining] = useState<Joining | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const requests = { listen, whisper, barge };
  const all = [listen, whisper, barge];
  const busy = all.some(({ isPending }) => isPending);
  const isOpeningPhone =
    phone.isOpen && all.some(({ isPending, failureCount }) => isPending && failureCount > 0);

  const isOver =
    joining !== null &&
    (hasJoined(board, own, joining.callId) ||
      !board.agents.some(({ call_id }) => call_id === joining.callId));
  useEffect(() => {
    if (isOver) setJoining(null);
  }, [isOver]);
  useEffect(() => {
    if (joining === null) return;
    const timer = setTimeout(() => {
      setJoining(null);
      setFailure(t('board.joining.failed'));
    }, JOINING_MS);
    return () => clearTimeout(timer);
  }, [joining]);

  const supervise = (
    action: SuperviseAction,
    { call_id, full_name }: BoardCommand['agent'],
    focus: () => void,
  ) => {
    if (call_id === null || busy) return;
    focusAfter.current = focus;
    isOpening.current = false;
    setJoining(null);
    setFailure(null);
    requests[action].mutate(
      { params: { id: call_id } },
      {
        onSuccess: () => {
          if (call_id !== own?.id) setJoining({ callId: call_id, text: joiningText(action, full_name) });
        },
        onError: ({ message, errorCode }) => {
          const isClosed = errorCode === OFFLINE && !phone.now().isOpen;
          if (!isClosed) setFailure(message);
        },
      },
    );
  };
  const message = isOpeningPhone ? t('board.openingPhone') : (joining?.text ?? '');
  return { supervise, busy, message, error: failure };
}
