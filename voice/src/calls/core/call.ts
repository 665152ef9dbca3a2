import type { Verdict } from '../../media/core/audio/machine-detector.ts';

/**
 * One leg of a conversation, seen from the provider.
 *
 *     queued ──started──▶ initiated ──rang──▶ ringing ──answered──▶ in-progress ──ended──▶ completed
 *                             │                  │
 *                             └──────answered────┼──▶ in-progress
 *              ended(busy | no-answer | canceled | failed) from the first three ──▶ that status
 *
 * A leg that somebody hangs up before it is answered is `canceled`. Nothing leaves a final status.
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

/** Where events are told, and which. */
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
  /** Milliseconds since 1970, all four. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  /** How long the account's limit on created calls held it back. */
  readonly queuedMs: number;
  readonly sipCode: number | null;
  readonly nextSequence: number;
  readonly callback: CallbackTarget | null;
  /** Null: it was not asked who answers, or is not known yet. */
  readonly answeredBy: Verdict | null;
  /** The caller's name, where the called number asks for it. */
  readonly callerName: string | null;
  /** How far the caller's number was verified (SHAKEN/STIR), where anything is known of that. */
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
      /** What the far end said (RFC 3261 numbers), where it said anything. */
      readonly sipCode: number | null;
    };

export type CallEffect =
  | { readonly type: 'dial' }
  | { readonly type: 'notify'; readonly event: CallProgress; readonly sequence: number; readonly at: number }
  | { readonly type: 'begin' }
  | { readonly type: 'release' };

export interface CallStep {
  readonly state: Call;
  readonly effects: readonly CallEffect[];
}

/** A new leg; nothing has happened yet. */
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

/** Seconds from answer to end (or to `now` while it lasts), rounded up as the provider bills. */
export function callSeconds(call: Call, now: number): number {
  if (call.answeredAt === null) return 0;
  return Math.max(0, Math.ceil(((call.endedAt ?? now) - call.answeredAt) / 1000));
}

/** An event that does not fit the status changes nothing: signals cross on the wire. */
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
        { type: 'begin' },
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

/** How a call with that status has ended, as its party is told. */
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
