/**
 * Whether what a page shows of agents and calls is still brought up to date, and since when it is not. A socket whose
 * packets are lost stays open for minutes: so the server is asked every 4 s, and has a second to answer.
 */
import { AWAKE_GRACE_MS, CUT_OFF_AFTER_MS, LATE_ANSWER_MS, START_GRACE_MS } from '@offhook/contract/limits';

/** All times are milliseconds since 1970. */
export interface Freshness {
  /** The account's realtime channel is heard. */
  readonly channel: boolean;
  /** What the browser says of its network. */
  readonly network: boolean;
  /** All has been well at least once. */
  readonly wasLive: boolean;
  /** When the first check after the last answer was sent; null: none is unanswered. */
  readonly unansweredSince: number | null;
  readonly lastAnsweredAt: number | null;
  /** `askedAt` is too long ago. */
  readonly late: boolean;
  readonly graceUntil: number | null;
  readonly lostSince: number | null;
  /** Since when nothing was brought up to date, as the page says it; null: all is well. */
  readonly staleSince: number | null;
}

export type FreshnessEvent =
  /** `stood`: the clock stood still before it, as in a page that was hidden or frozen. */
  | { readonly type: 'ticked'; readonly at: number; readonly clockStopped: boolean }
  | { readonly type: 'asked'; readonly at: number }
  | { readonly type: 'answered' }
  /** A page has new data, by whatever way. */
  | { readonly type: 'updated'; readonly at: number }
  | { readonly type: 'channelChanged'; readonly connected: boolean }
  | { readonly type: 'networkChanged'; readonly connected: boolean };

export const initialFreshness: Freshness = {
  channel: false,
  network: true,
  wasLive: false,
  unansweredSince: null,
  lastAnsweredAt: null,
  late: false,
  graceUntil: null,
  lostSince: null,
  staleSince: null,
};

export function freshness(before: Freshness, event: FreshnessEvent): Freshness {
  const state = applyEvent(before, event);
  if (!isLive(state)) return state;
  if (state.wasLive && state.lostSince === null && state.staleSince === null) return state;
  return { ...state, wasLive: true, lostSince: null, staleSince: null };
}

function isLive({ channel, network, late }: Freshness): boolean {
  return channel && network && !late;
}

function applyEvent(state: Freshness, event: FreshnessEvent): Freshness {
  switch (event.type) {
    case 'ticked':
      return ticked(state, event.at, event.clockStopped);
    case 'asked':
      return state.unansweredSince === null ? { ...state, unansweredSince: event.at } : state;
    case 'answered':
      // A browser may be wrong about its network, an answer is not.
      return { ...state, network: true, unansweredSince: null, lastAnsweredAt: state.unansweredSince, late: false };
    case 'updated':
      return state.staleSince === null ? state : { ...state, staleSince: event.at };
    case 'channelChanged':
      return { ...state, channel: event.connected };
    case 'networkChanged':
      return { ...state, network: event.connected };
    default:
      return event satisfies never;
  }
}

function ticked(before: Freshness, at: number, stood: boolean): Freshness {
  const state = stood ? awake(before, at) : before;
  const late = state.unansweredSince !== null && (state.late || at - state.unansweredSince >= LATE_ANSWER_MS);
  const next = late === state.late ? state : { ...state, late };
  if (isLive(next)) return next;
  const graceUntil = next.graceUntil ?? (next.wasLive ? at : at + START_GRACE_MS);
  // The last answer came before the loss, however late that is noticed.
  const lostSince = next.lostSince ?? (late ? (next.lastAnsweredAt ?? next.unansweredSince) : null) ?? at;
  const isShown = at >= graceUntil && at - lostSince >= CUT_OFF_AFTER_MS;
  return { ...next, graceUntil, lostSince, staleSince: next.staleSince ?? (isShown ? lostSince : null) };
}

/** Of the time in which the clock stood still nothing is known. */
function awake(state: Freshness, at: number): Freshness {
  const withoutChecks = { ...state, askedAt: null, answeredAt: null, late: false };
  if (state.staleSince !== null || !state.wasLive) return withoutChecks;
  return { ...withoutChecks, lostSince: null, graceUntil: at + AWAKE_GRACE_MS };
}
