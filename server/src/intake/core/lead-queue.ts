/** The leads that wait for an agent, as the phone shows them. */
import { isInSchedule, type WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { nextOpenTime } from '../../accounts/core/schedule.ts';
import { PACE_WINDOW_MS } from './due-calls.ts';

/** Scheduled calls of a team that are offered to the same agents. */
export interface WaitingCalls {
  readonly teamId: number | null;
  /** The lead's owner, or the agent who set or requested the calls; null for the whole team. */
  readonly agentId: number | null;
  readonly count: number;
  readonly nextDueAt: number;
}

/** The scheduled calls that a team with a limit started in the last minute. */
export interface RecentCalls {
  readonly teamId: number;
  readonly callsPerMinute: number;
  readonly startedAt: readonly number[];
}

/** When an agent missed their last ring, which was in the last minute. */
export interface MissedRing {
  readonly agentId: number;
  readonly missedAt: number;
}

export interface Shifts {
  readonly own: WeeklySchedule | null;
  readonly teams: readonly { readonly teamId: number; readonly schedule: WeeklySchedule | null }[];
}

/** In ms since 1970. */
export interface Queue {
  readonly waiting: number;
  readonly nextDueAt: number | null;
  readonly isAfterMissedRing: boolean;
  readonly offShiftUntil: number | null;
}

/** The same leads as 'Check for lead'. */
export function leadQueue(
  { agentId, shifts }: { readonly agentId: number; readonly shifts: Shifts },
  calls: readonly WaitingCalls[],
  recent: readonly RecentCalls[],
  missed: readonly MissedRing[],
  now: number,
): Queue {
  const teams = new Set(shifts.teams.map(({ teamId }) => teamId));
  const own = calls.filter((one) =>
    one.agentId === null ? one.teamId !== null && teams.has(one.teamId) : one.agentId === agentId,
  );
  const limits = new Map(recent.map((one) => [one.teamId, nextStart(one)]));
  const times = own.map(({ teamId, nextDueAt }) => Math.max(nextDueAt, limits.get(teamId ?? 0) ?? 0));
  const nextDueAt = times.length === 0 ? null : Math.min(...times);
  const missedAt = missed.find((one) => one.agentId === agentId)?.missedAt ?? null;
  const freeAt = missedAt === null ? 0 : missedAt + PACE_WINDOW_MS;
  const isAfterMissedRing = nextDueAt !== null && freeAt > Math.max(nextDueAt, now);
  return {
    waiting: own.reduce((sum, { count }) => sum + count, 0),
    nextDueAt: isAfterMissedRing ? freeAt : nextDueAt,
    isAfterMissedRing,
    offShiftUntil: offShiftUntil(shifts, now),
  };
}

/** When the team's limit allows another call; 0 for now. */
function nextStart({ callsPerMinute, startedAt }: RecentCalls): number {
  const nth = [...startedAt].sort((a, b) => b - a)[callsPerMinute - 1];
  return nth === undefined ? 0 : nth + PACE_WINDOW_MS;
}

/** Null on shift, or if no shift is known. */
function offShiftUntil({ own, teams }: Shifts, now: number): number | null {
  const schedules = teams.length === 0 ? [null] : teams.map(({ schedule }) => schedule);
  const starts = schedules.flatMap((schedule) => nextShift(own, schedule, now) ?? []);
  const first = Math.min(...starts);
  return first > now && Number.isFinite(first) ? first : null;
}

const MAX_STEPS = 64;

function nextShift(own: WeeklySchedule | null, team: WeeklySchedule | null, now: number): number | null {
  let at: number | null = now;
  for (let step = 0; step < MAX_STEPS; step++) {
    at = nextOpenTime(own, at);
    if (at === null || isInSchedule(team, at)) return at;
    at = nextOpenTime(team, at);
    if (at === null) return null;
  }
  return null;
}
