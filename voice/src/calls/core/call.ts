import type { Verdict } from '../../media/core/audio/machine-detector.ts';

/**
 * One leg of a call, as the provider sees it.
 *
 *     queued ──started──▶ initiated ──rang──▶ ringing ──answered──▶ in-progress ──ended──▶ completed
 *                             │                  │
 *                             └──────answered────┼──▶ in-progress
 *              ended(busy | no-answer | canceled | failed) from the first three ──▶ that status
 *
 * A leg that is hung up before the answer is `canceled`. A final status never changes.
 */
export type CallStatus =
  | 'queued'
  | 'initiated'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'canceled'
  | 'failed';

export type Direction = 'inbound' | 'outbound-api' | 'outbound-dial';
export type CallProgress = 'initiated' | 'ringing' | 'answered' | 'completed';
export type EndCause = 'hangup' | 'busy' | 'no-answer' | 'canceled' | 'failed';

export interface CallbackTarget {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly events: readonly string[];
}

export interface Call {
  readonly sid: string;
  readonly parentSid: string | null;
  readonly direction: Direction;
  readonly from: string;
  readonly to: string;
  readonly status: CallStatus;
  /** Unix time in milliseconds, like the next three. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  readonly queuedMs: number;
  readonly sipCode: number | null;
  readonly nextSequence: number;
  readonly callback: CallbackTarget | null;
  readonly answeredBy: Verdict | null;
  /** Known only if the called number has caller ID lookup. */
  readonly callerName: string | null;
  readonly stirVerstat: string | null;
}

export type CallEvent =
  | { readonly type: 'started'; readonly at: number }
  | { readonly type: 'rang'; readonly at: number }
  | { readonly type: 'answered'; readonly at: number }
  | { readonly type: 'identified'; readonly verdict: Verdict }
  | {
      readonly type: 'ended';
      readonly at: number;
      readonly cause: EndCause;
      /** The far end's SIP response (RFC 3261), if any. */
      readonly sipCode: number | null;
    };

export type CallEffect =
  | { readonly type: 'dial' }
  | { readonly type: 'notify'; readonly event: CallProgress; readonly sequence: number; readonly at: number }
  | { readonly type: 'connect' }
  | { readonly type: 'release' };

export interface CallStep {
  readonly state: Call;
  readonly effects: readonly CallEffect[];
}

export function newCall(
  facts: Pick<Call, 'sid' | 'parentSid' | 'direction' | 'from' | 'to' | 'createdAt' | 'callback'>,
): Call {
  return {
    ...facts,
    answeredBy: null,
    callerName: null,
    stirVerstat: null,
    status: facts.direction === 'inbound' ? 'ringing' : 'queued',
    updatedAt: facts.createdAt,
    answeredAt: null,
    endedAt: null,
    queuedMs: 0,
    sipCode: null,
    nextSequence: 0,
  };
}

export function isFinal(status: CallStatus): boolean {
  return FINAL_STATUSES.has(status);
}

/** Seconds from answer to end (or to `now`), rounded up as the provider bills. */
export function callSeconds(call: Call, now: number): number {
  if (call.answeredAt === null) return 0;
  return Math.max(0, Math.ceil(((call.endedAt ?? now) - call.answeredAt) / 1000));
}

/** Ignores events that don't fit the status, because signals can cross on the wire. */
export function transitionCall(state: Call, event: CallEvent): CallStep {
  switch (event.type) {
    case 'started':
      if (state.status !== 'queued') return { state, effects: [] };
      return move({ ...state, queuedMs: event.at - state.createdAt }, 'initiated', event.at, 'initiated', [
        { type: 'dial' },
      ]);
    case 'rang':
      if (state.status !== 'initiated') return { state, effects: [] };
      return move(state, 'ringing', event.at, 'ringing', []);
    case 'answered':
      if (state.status !== 'initiated' && state.status !== 'ringing') return { state, effects: [] };
      return move({ ...state, answeredAt: event.at, sipCode: 200 }, 'in-progress', event.at, 'answered', [
        { type: 'connect' },
      ]);
    case 'identified':
      if (isFinal(state.status)) return { state, effects: [] };
      return { state: { ...state, answeredBy: event.verdict }, effects: [] };
    case 'ended': {
      if (isFinal(state.status)) return { state, effects: [] };
      const status = finalStatus(state.status, event.cause);
      const sipCode = status === 'completed' ? state.sipCode : event.sipCode;
      return move({ ...state, endedAt: event.at, sipCode }, status, event.at, 'completed', [
        { type: 'release' },
      ]);
    }
    default:
      return event satisfies never;
  }
}

export function endCause(status: CallStatus): EndCause {
  switch (status) {
    case 'busy':
    case 'no-answer':
    case 'canceled':
    case 'failed':
      return status;
    case 'queued':
    case 'initiated':
    case 'ringing':
    case 'in-progress':
    case 'completed':
      return 'hangup';
    default:
      return status satisfies never;
  }
}

const FINAL_STATUSES: ReadonlySet<CallStatus> = new Set([
  'completed',
  'busy',
  'no-answer',
  'canceled',
  'failed',
]);

function finalStatus(from: CallStatus, cause: EndCause): CallStatus {
  if (from === 'in-progress') return 'completed';
  return cause === 'hangup' ? 'canceled' : cause;
}

function move(
  state: Call,
  status: CallStatus,
  at: number,
  event: CallProgress,
  effects: readonly CallEffect[],
): CallStep {
  return {
    state: { ...state, status, updatedAt: at, nextSequence: state.nextSequence + 1 },
    effects: [{ type: 'notify', event, sequence: state.nextSequence, at }, ...effects],
  };
}
