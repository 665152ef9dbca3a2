import { t } from '@offhook/i18n/login';
import type { PhoneEffect } from '../effects.ts';
import type { PhoneEvent } from '../events.ts';
import { type Signal, type Step, step } from '../signals.ts';
import { initialOutbox, type OutboxEntry, type OutboxState } from './outbox-state.ts';

/** After this many, the entry counts as rejected. */
const MAX_ATTEMPTS = 10;
/** About a minute. */
const MAX_RESPONSES_TO_SKIP = 15;

export function outbox(state: OutboxState, event: PhoneEvent | Signal): Step<OutboxState> {
  switch (event.type) {
    case 'signedIn':
      if (state.phase !== 'closed') return step(state);
      return load({ ...initialOutbox, phase: 'away', owner: event.user.id });
    case 'signedOut':
    case 'sessionExpired':
      return step({ ...initialOutbox, owner: state.owner });
    case 'pageLockGained':
      return state.phase === 'away' ? load({ ...state, phase: 'open' }) : step(state);
    case 'pageLockLost':
      return state.phase === 'open' ? step({ ...state, phase: 'away', sending: null }) : step(state);
    case 'requestUnsent': {
      const { id, at, order } = event;
      return saveEntry(state, { id, at, order, refusal: null });
    }
    case 'outboxChanged':
      return state.phase === 'closed' ? step(state) : load(state);
    case 'outboxLoaded':
      if (state.phase === 'closed' || event.userId !== state.owner) return step(state);
      return sendNext({ ...state, entries: [...event.entries].sort((a, b) => a.at - b.at) });
    case 'networkReturned':
      return sendNext({ ...state, responsesToSkip: 0 });
    case 'presenceNotOffered':
      return step({ ...state, countsTicks: true });
    case 'presenceResponded':
    case 'presenceTicked':
      if (event.type === 'presenceTicked' && !state.countsTicks) return step(state);
      return state.responsesToSkip > 0
        ? step({ ...state, responsesToSkip: state.responsesToSkip - 1 })
        : sendNext(state);
    case 'outboxResponded':
      return onAnswer(state, event);
    case 'rejectionRead':
      return removeEntry(state, event.id);
    case 'undoClicked':
      return removeUnsentResult(state, event.callId);
    default:
      return step(state);
  }
}

function load(state: OutboxState): Step<OutboxState> {
  return step(state, state.owner === null ? [] : [{ type: 'loadOutbox', userId: state.owner }]);
}

/** Entries are also stored after the session ends, and sent when their owner signs in again. */
function saveEntry(state: OutboxState, entry: OutboxEntry): Step<OutboxState> {
  if (state.owner === null) return step(state);
  const entries = [...state.entries.filter(({ id }) => id !== entry.id), entry].sort((a, b) => a.at - b.at);
  return step({ ...state, entries: state.phase === 'closed' ? [] : entries }, [
    { type: 'saveToOutbox', userId: state.owner, entry },
  ]);
}

function removeEntry(state: OutboxState, id: string): Step<OutboxState> {
  if (state.owner === null || !state.entries.some((entry) => entry.id === id)) return step(state);
  return step({ ...state, entries: state.entries.filter((entry) => entry.id !== id) }, [
    { type: 'removeFromOutbox', userId: state.owner, id },
  ]);
}

/** Drops an unsent result. A result that is being sent is also undone on the server. */
function removeUnsentResult(state: OutboxState, callId: number): Step<OutboxState> {
  const unsent = state.entries.find(
    ({ order, refusal }) => order.type === 'saveResult' && order.callId === callId && refusal === null,
  );
  if (!unsent) return step(state);
  const sending = state.sending === unsent.id ? null : state.sending;
  return andThen(removeEntry({ ...state, sending }, unsent.id), sendNext);
}

function sendNext(state: OutboxState): Step<OutboxState> {
  const next = state.entries.find(({ refusal }) => refusal === null);
  if (state.phase !== 'open' || state.sending !== null || state.responsesToSkip > 0 || !next)
    return step(state);
  return step({ ...state, sending: next.id }, [{ type: 'sendFromOutbox', entry: next }]);
}

function onAnswer(
  state: OutboxState,
  event: Extract<PhoneEvent, { type: 'outboxResponded' }>,
): Step<OutboxState> {
  const entry = state.entries.find(({ id }) => id === event.id);
  if (!entry) return step(state);
  // Applies even if another tab has become the sender.
  const idle: OutboxState = { ...state, sending: state.sending === event.id ? null : state.sending };
  const verdict = classifyAnswer(event);
  switch (verdict) {
    case 'accepted':
      return andThen(removeEntry({ ...idle, attempts: 0, responsesToSkip: 0 }, event.id), sendNext);
    case 'rejected':
      return markRejected(idle, entry, event.refusal ?? t('error.unknown'));
    case 'unanswered':
      return step(idle);
    case 'later':
    case 'unknownToken': {
      if (idle.attempts + 1 >= MAX_ATTEMPTS)
        return markRejected(idle, entry, event.refusal ?? t('error.unknown'));
      const attempts = idle.attempts + 1;
      const responsesToSkip = Math.min(2 ** attempts - 1, MAX_RESPONSES_TO_SKIP);
      // The response to the user request has a new CSRF token.
      const effects: readonly PhoneEffect[] = verdict === 'unknownToken' ? [{ type: 'loadUser' }] : [];
      return step({ ...idle, attempts, responsesToSkip }, effects);
    }
    default:
      return verdict satisfies never;
  }
}

function markRejected(state: OutboxState, entry: OutboxEntry, refusal: string): Step<OutboxState> {
  return andThen(saveEntry({ ...state, attempts: 0, responsesToSkip: 0 }, { ...entry, refusal }), sendNext);
}

/** No response; session expired. */
const NO_RESPONSE: readonly number[] = [0, 401];
/** From a proxy, or a server that is temporarily unavailable. */
const UNAVAILABLE: readonly number[] = [502, 503, 504];

export function shouldSendLater(status: number): boolean {
  return NO_RESPONSE.includes(status) || UNAVAILABLE.includes(status);
}

/** `unanswered`: no response, a proxy's error, or an expired session. Only the API itself rejects. */
function classifyAnswer({
  status,
  refusal,
}: Extract<PhoneEvent, { type: 'outboxResponded' }>):
  | 'accepted'
  | 'rejected'
  | 'unanswered'
  | 'later'
  | 'unknownToken' {
  if (status === null) return 'accepted';
  if (NO_RESPONSE.includes(status) || (refusal === null && UNAVAILABLE.includes(status))) return 'unanswered';
  if (status === 419) return 'unknownToken';
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'later';
  return refusal !== null || status >= 400 ? 'rejected' : 'later';
}

function andThen<S>(first: Step<S>, next: (state: S) => Step<S>): Step<S> {
  const second = next(first.state);
  return step(second.state, [...first.effects, ...second.effects], [...first.signals, ...second.signals]);
}
