/**
 * Whether a page is still being updated and, if not, since when. A socket whose packets are lost stays open for
 * minutes, so the page checks the server every 4 s and expects an answer within a second. All times are ms since 1970.
 */
import {
  ANSWER_TIMEOUT_MS,
  OFFLINE_AFTER_MS,
  RESUME_GRACE_MS,
  START_GRACE_MS,
} from '@offhook/contract/limits';

export interface Freshness {
  /** The account's realtime channel is connected. */
  readonly channel: boolean;
  /** The browser reports a network. */
  readonly network: boolean;
  /** The page was up to date at least once. */
  readonly wasLive: boolean;
  /** When the first unanswered check was sent; null if there is none. */
  readonly unansweredSince: number | null;
  readonly lastAnsweredAt: number | null;
  /** An answer is overdue. */
  readonly late: boolean;
  readonly graceUntil: number | null;
  readonly lostSince: number | null;
  /** The time that the page shows as its last update; null while it is up to date. */
  readonly staleSince: number | null;
}

export type FreshnessEvent =
  /** `clockStopped`: the page was frozen before this tick. */
  | { readonly type: 'ticked'; readonly at: number; readonly clockStopped: boolean }
  | { readonly type: 'checkSent'; readonly at: number }
  | { readonly type: 'checkAnswered' }
  /** A page has new data from any source. */
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
    case 'checkSent':
      return state.unansweredSince === null ? { ...state, unansweredSince: event.at } : state;
    case 'checkAnswered':
      // The browser may be wrong about its network; an answer proves that there is one.
      return {
        ...state,
        network: true,
        unansweredSince: null,
        lastAnsweredAt: state.unansweredSince,
        late: false,
      };
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

function ticked(before: Freshness, at: number, clockStopped: boolean): Freshness {
  const state = clockStopped ? resumed(before, at) : before;
  const late =
    state.unansweredSince !== null && (state.late || at - state.unansweredSince >= ANSWER_TIMEOUT_MS);
  const next = late === state.late ? state : { ...state, late };
  if (isLive(next)) return next;
  const graceUntil = next.graceUntil ?? (next.wasLive ? at : at + START_GRACE_MS);
  // The loss started after the last answer, even if it's noticed later.
  const lostSince = next.lostSince ?? (late ? (next.lastAnsweredAt ?? next.unansweredSince) : null) ?? at;
  const isShown = at >= graceUntil && at - lostSince >= OFFLINE_AFTER_MS;
  return { ...next, graceUntil, lostSince, staleSince: next.staleSince ?? (isShown ? lostSince : null) };
}

/** Nothing is known about the time while the page was frozen. */
function resumed(state: Freshness, at: number): Freshness {
  const withoutChecks: Freshness = { ...state, unansweredSince: null, lastAnsweredAt: null, late: false };
  if (state.staleSince !== null || !state.wasLive) return withoutChecks;
  return { ...withoutChecks, lostSince: null, graceUntil: at + RESUME_GRACE_MS };
}
