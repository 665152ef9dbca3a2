import type { PhoneStateName } from '@offhook/contract/agent/phone-states';
import { BOARD_STATES, type BoardState } from '@offhook/contract/console/board-entities';
import { english } from '../../platform/core/sentences.ts';
import {
  type AgentState,
  availability,
  UNAVAILABLE_REASONS,
  type Unavailability,
} from '../../presence/core/availability.ts';

/** Times are ms since 1970. */
export interface BoardAgentFacts extends Omit<AgentState, 'hasOpenCall'> {
  readonly open: {
    readonly status: 'ringing' | 'accepted';
    readonly rungAt: number;
    readonly acceptedAt: number | null;
    readonly answeredAt: number | null;
    /** The agent put the call on hold, or hears the music. */
    readonly isOnHold: boolean;
    readonly isRecordingPaused: boolean;
  } | null;
  /** Since when the agent listens to, whispers into or barges into a call: no conversation of their own. */
  readonly supervisesSince: number | null;
  /** The last call that they were in. */
  readonly hasLastSupervised: boolean;
  readonly inSchedule: boolean;
  /** null while signed out. */
  readonly statusSince: number | null;
  readonly changedAt: number | null;
  readonly lastEndedAt: number | null;
}

export interface BoardAgentState {
  readonly state: BoardState;
  readonly since: number | null;
  /** The phone's page during wrap-up, or 'Ringing'. */
  readonly callStatus: string | null;
  readonly reason: string | null;
  /** Of a wrap-up of fixed length. */
  readonly wrapUpEndsAt: number | null;
  /** Whether the phone is open, or rings elsewhere. */
  readonly isSignedIn: boolean;
  /** In a call, or in the result after one, only as a supervisor. */
  readonly isSupervising: boolean;
}

/** If no call is open, `on-call` means that the phone still shows a ring that has just ended. */
const REASONS = { ...UNAVAILABLE_REASONS, 'on-call': english({ id: 'unavailable.justRung' }) };

const STATUS_REASONS: readonly Unavailability[] = [
  'do-not-disturb',
  'break',
  'lunch',
  'training',
  'other-status',
];

const PAGES: Partial<Record<PhoneStateName, string>> = {
  disposition: english({ id: 'board.callResult' }),
  disposition2: english({ id: 'board.tagsAndStages' }),
  note: english({ id: 'board.addNote' }),
  sms: english({ id: 'board.sendSms' }),
};

export function boardState(agent: BoardAgentFacts, presenceCutoff: number): BoardAgentState {
  const { open, lease } = agent;
  const base = { callStatus: null, reason: null, wrapUpEndsAt: null, isSignedIn: true, isSupervising: false };
  if (open?.status === 'ringing') return { ...base, state: 'ringing', since: open.rungAt };
  if (open)
    return {
      ...base,
      state: open.isOnHold ? 'held' : 'oncall',
      since: latest(open.acceptedAt, open.answeredAt) ?? open.rungAt,
      callStatus: onCallStatus(open),
    };
  // Counted once, as the conversation of the agent whose call it is.
  const supervising = {
    ...base,
    state: 'unavailable',
    reason: english({ id: 'unavailable.supervising' }),
    isSupervising: true,
  } as const;
  if (agent.supervisesSince !== null) return { ...supervising, since: agent.supervisesSince };
  const { reason, isOnlineApp, isAvailable } = availability({ ...agent, hasOpenCall: false }, presenceCutoff);
  // The call has ended, but the phone hasn't reported it yet.
  const hasJustEnded = reason === 'on-call' && lease?.state === 'oncall';
  if (reason === 'wrap-up' || hasJustEnded) {
    if (agent.hasLastSupervised) return { ...supervising, since: agent.lastEndedAt ?? agent.changedAt };
    const page = (lease && PAGES[lease.state]) ?? null;
    return {
      ...base,
      state: 'wrapup',
      since: latest(agent.lastEndedAt, null) ?? agent.changedAt,
      callStatus: page,
      wrapUpEndsAt: agent.wrapUp?.endsAt ?? null,
    };
  }
  const since = isOnlineApp ? latest(agent.changedAt, agent.lastEndedAt) : lastSeen(lease?.renewedAt);
  if (reason !== null) {
    const isStatus = STATUS_REASONS.includes(reason);
    return {
      ...base,
      state: 'unavailable',
      since: (isStatus ? agent.statusSince : null) ?? since,
      reason: REASONS[reason],
      isSignedIn: isOnlineApp,
    };
  }
  if (!agent.inSchedule)
    return {
      ...base,
      state: 'unavailable',
      since: null,
      reason: english({ id: 'unavailable.outsideHours' }),
      isSignedIn: isOnlineApp,
    };
  return { ...base, state: isAvailable ? 'available' : 'unavailable', since };
}

function onCallStatus(open: NonNullable<BoardAgentFacts['open']>): string | null {
  if (open.answeredAt === null) return english({ id: 'board.ringing' });
  return open.isRecordingPaused ? english({ id: 'board.recordingPaused' }) : null;
}

export function isStatusReason(reason: string | null): boolean {
  return STATUS_REASONS.some((one) => REASONS[one] === reason);
}

function latest(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  return other === null ? one : Math.max(one, other);
}

/** Closing the page sets the time to 0. */
function lastSeen(renewedAt: number | undefined): number | null {
  return renewedAt === undefined || renewedAt === 0 ? null : renewedAt;
}

/** Sorts by state in board order, then longest first, then by name. */
export function sortAgents<
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
  /** When the lead arrived or the call was scheduled, ms since 1970. */
  readonly since: number;
  readonly dueAt: number | null;
}

/** Sorts by age, then calls that are due soon by due time. */
export function sortWaiting<T extends Waiting>(leads: readonly T[], now: number): T[] {
  const key = ({ dueAt, since }: T): [number, number] =>
    dueAt !== null && dueAt > now ? [1, dueAt] : [0, since];
  return leads.toSorted((a, b) => {
    const [groupA, timeA] = key(a);
    const [groupB, timeB] = key(b);
    return groupA - groupB || timeA - timeB;
  });
}
