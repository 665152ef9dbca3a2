/** What the live board says of an agent, and which leads wait for one. */
import { BOARD_STATES, type BoardState } from '@offhook/contract/console/console-entities';
import type { PhoneStateName } from '@offhook/contract/entities';
import { type AgentFacts, availability, type Unavailability } from '../../presence/core/availability.ts';

/** Times are ms since 1970. */
export interface BoardAgentFacts extends Omit<AgentFacts, 'hasOpenCall'> {
  /** The call that the agent is rung for or connected to. */
  readonly open: {
    readonly status: 'ringing' | 'accepted';
    readonly rungAt: number;
    readonly acceptedAt: number | null;
    /** When the other side answered; null: its phone still rings. */
    readonly answeredAt: number | null;
    /** The agent holds the others. */
    readonly isHolding: boolean;
  } | null;
  readonly inSchedule: boolean;
  /** Since when the phone says what it says. */
  readonly changedAt: number | null;
  /** When the agent's last call was over for them. */
  readonly lastEndedAt: number | null;
}

export interface BoardAgentState {
  readonly state: BoardState;
  readonly since: number | null;
  /** The page on which the phone is after a call. */
  readonly callStatus: string | null;
  /** Why nobody can ring the agent. */
  readonly reason: string | null;
}

const REASONS: Readonly<Record<Exclude<Unavailability, 'wrap-up'>, string>> = {
  offline: 'Phone not open',
  unregistered: 'Phone not connected for calls',
  unreachable: 'Did not answer the last ring',
  'audio-locked': 'Browser does not let the phone ring yet',
  'do-not-disturb': 'Do not disturb',
  'on-call': 'Just rung',
  'cap-reached': 'Had as many calls today as may be',
};

const PAGES: Partial<Record<PhoneStateName, string>> = {
  disposition: 'Call Result',
  disposition2: 'Tags & Stages',
  note: 'Add Note',
  sms: 'Send SMS',
};

export function boardState(agent: BoardAgentFacts, heardSince: number): BoardAgentState {
  const { open, lease } = agent;
  const said = { callStatus: null, reason: null };
  if (open?.status === 'ringing') return { ...said, state: 'ringing', since: open.rungAt };
  if (open)
    return {
      ...said,
      state: open.isHolding ? 'held' : 'oncall',
      since: latest(open.acceptedAt, open.answeredAt) ?? open.rungAt,
      callStatus: open.answeredAt === null ? 'Ringing' : null,
    };
  const { reason, isOnlineApp, isAvailable } = availability({ ...agent, hasOpenCall: false }, heardSince);
  // The call is over, and the phone is about to say so.
  const isJustOff = reason === 'on-call' && lease?.state === 'oncall';
  if (reason === 'wrap-up' || isJustOff) {
    const page = (lease && PAGES[lease.state]) ?? null;
    return {
      ...said,
      state: 'wrapup',
      since: latest(agent.lastEndedAt, null) ?? agent.changedAt,
      callStatus: page,
    };
  }
  const since = isOnlineApp ? latest(agent.changedAt, agent.lastEndedAt) : lastSeen(lease?.renewedAt);
  if (reason !== null) return { ...said, state: 'unavailable', since, reason: REASONS[reason] };
  if (!agent.inSchedule) return { ...said, state: 'unavailable', since: null, reason: 'Not in schedule' };
  return { ...said, state: isAvailable ? 'available' : 'unavailable', since };
}

function latest(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  return other === null ? one : Math.max(one, other);
}

/** A page that said goodbye left no time behind. */
function lastSeen(renewedAt: number | undefined): number | null {
  return renewedAt === undefined || renewedAt === 0 ? null : renewedAt;
}

/** By state as on a board: what moves before what rests, the longest first; by name where nothing else decides. */
export function boardOrder<
  T extends { readonly state: BoardState; readonly since: number | null; readonly name: string },
>(agents: readonly T[]): T[] {
  return agents.toSorted(
    (a, b) =>
      BOARD_STATES.indexOf(a.state) - BOARD_STATES.indexOf(b.state) ||
      (a.since ?? Number.MAX_SAFE_INTEGER) - (b.since ?? Number.MAX_SAFE_INTEGER) ||
      a.name.localeCompare(b.name),
  );
}

export interface Waiting {
  /** ms since 1970: the lead came, or the try was promised. */
  readonly since: number;
  /** null: it is tried now. */
  readonly dueAt: number | null;
  /** A further try because no agent took the last one. */
  readonly retry: number | null;
}

/** Only by agreement: its time has not come, and no agent missed it. */
export function waitsForItsTime({ dueAt, retry }: Waiting, now: number): boolean {
  return dueAt !== null && dueAt > now && retry === null;
}

/** Who waits for us, the oldest first; then those whose time has not come, by it. */
export function inOrderOfWaiting<T extends Waiting>(leads: readonly T[], now: number): T[] {
  const key = (one: T) =>
    (waitsForItsTime(one, now) ? [1, one.dueAt ?? 0] : [0, one.since]) as [number, number];
  return leads.toSorted((a, b) => {
    const [groupA, timeA] = key(a);
    const [groupB, timeB] = key(b);
    return groupA - groupB || timeA - timeB;
  });
}
