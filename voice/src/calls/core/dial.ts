import type { CallStatus } from './call.ts';

/**
 * The Dial verb with numbers or clients. They ring simultaneously or in sequence; the first to answer is connected.
 *
 *     ringing ──answered──▶ bridged ──the connected leg ended──▶ over
 *        └─ the last leg ended unanswered, or the verb was stopped ──▶ over
 */
export type Dial =
  | { readonly phase: 'ringing'; readonly pending: readonly string[]; readonly queued: readonly string[] }
  | { readonly phase: 'bridged'; readonly child: string }
  | { readonly phase: 'over' };

export type DialStatus = 'completed' | 'answered' | 'busy' | 'no-answer' | 'failed' | 'canceled';

export type DialEvent =
  | { readonly type: 'answered'; readonly sid: string }
  | { readonly type: 'ended'; readonly sid: string; readonly status: CallStatus }
  | { readonly type: 'stopped' };

export type DialEffect =
  | { readonly type: 'ring'; readonly sid: string }
  | { readonly type: 'cancel'; readonly sid: string }
  | { readonly type: 'bridge'; readonly sid: string }
  | { readonly type: 'done'; readonly status: DialStatus; readonly sid: string };

export interface DialStep {
  readonly state: Dial;
  readonly effects: readonly DialEffect[];
}

export function transitionDial(state: Dial, event: DialEvent): DialStep {
  switch (state.phase) {
    case 'over':
      return { state, effects: [] };
    case 'bridged':
      return whileBridged(state, event);
    case 'ringing':
      return whileRinging(state, event);
    default:
      return state satisfies never;
  }
}

function whileRinging(state: Dial & { phase: 'ringing' }, event: DialEvent): DialStep {
  const { pending, queued } = state;
  switch (event.type) {
    case 'answered':
      if (!pending.includes(event.sid)) return { state, effects: [{ type: 'cancel', sid: event.sid }] };
      return {
        state: { phase: 'bridged', child: event.sid },
        effects: [
          ...[...pending, ...queued]
            .filter((sid) => sid !== event.sid)
            .map((sid) => ({ type: 'cancel', sid }) as const),
          { type: 'bridge', sid: event.sid },
        ],
      };
    case 'ended': {
      if (!pending.includes(event.sid)) return { state, effects: [] };
      const rest = pending.filter((sid) => sid !== event.sid);
      if (rest.length > 0) return { state: { phase: 'ringing', pending: rest, queued }, effects: [] };
      const [next, ...after] = queued;
      if (next !== undefined)
        return {
          state: { phase: 'ringing', pending: [next], queued: after },
          effects: [{ type: 'ring', sid: next }],
        };
      return over([{ type: 'done', status: dialStatus(event.status), sid: event.sid }]);
    }
    case 'stopped':
      return over([...pending, ...queued].map((sid) => ({ type: 'cancel', sid }) as const));
    default:
      return event satisfies never;
  }
}

function whileBridged(state: Dial & { phase: 'bridged' }, event: DialEvent): DialStep {
  switch (event.type) {
    case 'answered':
      return event.sid === state.child
        ? { state, effects: [] }
        : { state, effects: [{ type: 'cancel', sid: event.sid }] };
    case 'ended':
      if (event.sid !== state.child) return { state, effects: [] };
      return over([{ type: 'done', status: 'completed', sid: event.sid }]);
    case 'stopped':
      return over([{ type: 'cancel', sid: state.child }]);
    default:
      return event satisfies never;
  }
}

function over(effects: readonly DialEffect[]): DialStep {
  return { state: { phase: 'over' }, effects };
}

function dialStatus(status: CallStatus): DialStatus {
  switch (status) {
    case 'busy':
    case 'no-answer':
    case 'failed':
    case 'canceled':
    case 'completed':
      return status;
    case 'queued':
    case 'initiated':
    case 'ringing':
    case 'in-progress':
      return 'failed';
    default:
      return status satisfies never;
  }
}
