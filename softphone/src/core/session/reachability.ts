/**
 * Whether a call can reach the agent on this page.
 *
 *   unwatched ──this page is the phone──► starting ──all connected──► ready ◄──all connected── offline
 *                                            │                          └──── lost for 2 s ────► ▲
 *                                            └──────────── not connected within 10 s ────────────┘
 *
 * A socket whose packets are dropped stays open for 15 s or more, so presence reports are used instead: one is sent
 * every 4 s, and one without a response within 1 s counts as a loss.
 */
import {
  ANSWER_TIMEOUT_MS,
  OFFLINE_AFTER_MS,
  RESUME_GRACE_MS,
  START_GRACE_MS,
} from '@offhook/contract/limits';
import type { PhoneEvent } from '../events.ts';
import type { LineState } from '../line/line-state.ts';
import { canBePhone, isAway, type SessionState } from './session.ts';

/** How many seconds 'You’re back online' shows. */
const BACK_ONLINE_TICKS = 6;

/** All times are milliseconds since 1970. */
export interface Reachability {
  readonly network: boolean;
  /** Whether everything has been connected since this page became the phone. */
  readonly wasReady: boolean;
  /** When the oldest unanswered report was sent. */
  readonly unansweredSince: number | null;
  /** When the last answered report was sent. */
  readonly lastAnsweredReportAt: number | null;
  readonly late: boolean;
  /** No loss is shown before this time. */
  readonly graceUntil: number | null;
  readonly lostSince: number | null;
  readonly offline: boolean;
  /** Remaining ticks of 'You’re back online'. */
  readonly backOnlineTicksLeft: number;
}

export const initialReachability: Reachability = {
  network: true,
  wasReady: false,
  unansweredSince: null,
  lastAnsweredReportAt: null,
  late: false,
  graceUntil: null,
  lostSince: null,
  offline: false,
  backOnlineTicksLeft: 0,
};

interface ConnectionState {
  readonly session: SessionState;
  readonly line: LineState;
}

export function reachability(
  before: Reachability,
  event: PhoneEvent,
  connections: ConnectionState,
): Reachability {
  const network = networkAfter(before.network, event);
  if (!canBePhone(connections.session) || isAway(connections.session)) return unwatched(before, network);
  const answered = withAnswers(
    network === before.network ? before : { ...before, network },
    event,
    connections,
  );
  const updated = event.type === 'clockTicked' ? ticked(answered, event, connections) : answered;
  return isAllConnected(updated, connections) ? recovered(updated) : updated;
}

export function isConnected({ session, line }: ConnectionState): boolean {
  return session.name === 'agent' && session.realtime && session.reachable && line.device === 'registered';
}

function isAllConnected({ network, late }: Reachability, connections: ConnectionState): boolean {
  return network && !late && isConnected(connections);
}

function unwatched(before: Reachability, network: boolean): Reachability {
  const next = { ...initialReachability, network };
  const keys = Object.keys(next) as (keyof Reachability)[];
  return keys.every((key) => before[key] === next[key]) ? before : next;
}

/** A response proves the network works, whatever the browser says. */
function networkAfter(network: boolean, { type }: PhoneEvent): boolean {
  if (type === 'networkLost') return false;
  return network || type === 'networkReturned' || type === 'presenceResponded';
}

function withAnswers(state: Reachability, event: PhoneEvent, { session }: ConnectionState): Reachability {
  switch (event.type) {
    case 'presenceTicked': {
      const reports = session.name === 'agent' && session.sendsReports;
      return reports && state.unansweredSince === null ? { ...state, unansweredSince: event.at } : state;
    }
    case 'presenceResponded':
      return {
        ...state,
        unansweredSince: null,
        lastAnsweredReportAt: state.unansweredSince ?? state.lastAnsweredReportAt,
        late: false,
      };
    case 'presenceNotOffered':
      return { ...state, unansweredSince: null, late: false };
    default:
      return state;
  }
}

function ticked(
  before: Reachability,
  { at, wasSuspended }: Extract<PhoneEvent, { type: 'clockTicked' }>,
  connections: ConnectionState,
): Reachability {
  const backOnlineTicksLeft = Math.max(0, before.backOnlineTicksLeft - 1);
  const timed =
    backOnlineTicksLeft === before.backOnlineTicksLeft ? before : { ...before, backOnlineTicksLeft };
  const state = wasSuspended ? resumed(timed, at) : timed;
  const late =
    state.unansweredSince !== null && (state.late || at - state.unansweredSince >= ANSWER_TIMEOUT_MS);
  const updated = late === state.late ? state : { ...state, late };
  if (isAllConnected(updated, connections)) return updated;
  const graceUntil = updated.graceUntil ?? (updated.wasReady ? at : at + START_GRACE_MS);
  // The loss started after the last response, however late it's noticed.
  const lostSince =
    updated.lostSince ?? (late ? (updated.lastAnsweredReportAt ?? updated.unansweredSince) : null) ?? at;
  const offline = updated.offline || (at >= graceUntil && at - lostSince >= OFFLINE_AFTER_MS);
  const isSame = graceUntil === updated.graceUntil && lostSince === updated.lostSince;
  if (isSame && offline === updated.offline) return updated;
  return {
    ...updated,
    graceUntil,
    lostSince,
    offline,
    backOnlineTicksLeft: offline ? 0 : updated.backOnlineTicksLeft,
  };
}

/** Nothing is known about the time of the suspension. */
function resumed(state: Reachability, at: number): Reachability {
  if (state.offline || !state.wasReady) return { ...state, unansweredSince: null, late: false };
  return {
    ...state,
    unansweredSince: null,
    lastAnsweredReportAt: null,
    late: false,
    lostSince: null,
    graceUntil: at + RESUME_GRACE_MS,
  };
}

function recovered(state: Reachability): Reachability {
  const isSame = state.wasReady && state.lostSince === null && !state.offline;
  if (isSame) return state;
  return {
    ...state,
    wasReady: true,
    graceUntil: state.wasReady ? state.graceUntil : null,
    lostSince: null,
    offline: false,
    backOnlineTicksLeft: state.offline ? BACK_ONLINE_TICKS : state.backOnlineTicksLeft,
  };
}
