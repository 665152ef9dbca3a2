/**
 * Phones report every 4 s, so an account's waiting leads are read at most every 2 s, however many phones report, and its
 * teams every 15 s.
 */

import type { LeadQueue } from '@offhook/contract/leads/lead-queue';
import { DUE_SOON_MS } from '@offhook/contract/limits';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { teamHours } from '../../accounts/settings/hours/team-hours.ts';
import { queryRows } from '../../platform/database/database.ts';
import { type DatabaseAndClock, queryTime } from '../../platform/database/query-time.ts';
import {
  calls,
  callUsers,
  leads,
  profiles,
  scheduledCalls,
  teamMembers,
  teams,
  users,
} from '../../platform/database/schema.ts';
import { elapsed } from '../../platform/process/clock.ts';
import { PACE_WINDOW_MS } from '../core/due-calls.ts';
import {
  leadQueue,
  type MissedRing,
  type RecentCalls,
  type Shifts,
  type WaitingCalls,
} from '../core/lead-queue.ts';
import { heldFor } from './due-rows.ts';
import { hasNoPendingResult } from './pending-results.ts';

export type FindLeadQueue = (user: {
  readonly id: number;
  readonly account_id: number;
}) => Promise<LeadQueue | null>;

const CALLS_FRESH_MS = 2_000;
const SHIFTS_FRESH_MS = 15_000;

export function createLeadQueues(deps: DatabaseAndClock & { readonly log: Logger }): FindLeadQueue {
  const readElapsed = () => elapsed(deps.clock);
  const callsOf = keepFresh((accountId: number) => readCalls(deps, accountId), CALLS_FRESH_MS, readElapsed);
  const shiftsOf = keepFresh(
    (accountId: number) => readShifts(deps, accountId),
    SHIFTS_FRESH_MS,
    readElapsed,
  );
  return async ({ id, account_id }) => {
    try {
      const [{ waiting, recent, missed }, all] = await Promise.all([
        callsOf(account_id),
        shiftsOf(account_id),
      ]);
      const shifts = all.get(id);
      if (!shifts) return null;
      const now = deps.clock.now();
      const queue = leadQueue({ agentId: id, shifts }, waiting, recent, missed, now);
      return {
        at: toIso(now),
        waiting: queue.waiting,
        next_due_at: queue.nextDueAt === null ? null : toIso(queue.nextDueAt),
        after_missed_ring: queue.isAfterMissedRing,
        off_shift_until: queue.offShiftUntil === null ? null : toIso(queue.offShiftUntil),
      };
    } catch (error) {
      // A phone stays reachable without the number of waiting leads.
      deps.log.warn({ err: error }, 'failed to read waiting leads');
      return null;
    }
  };
}

const toIso = (at: number): string => new Date(at).toISOString();

/** One read at a time per key; a failed one isn't kept. */
function keepFresh<T>(
  read: (key: number) => Promise<T>,
  freshMs: number,
  readElapsed: () => number,
): (key: number) => Promise<T> {
  const kept = new Map<number, { readonly at: number; readonly value: Promise<T>; isRead: boolean }>();
  return (key) => {
    const before = kept.get(key);
    if (before && (!before.isRead || readElapsed() - before.at < freshMs)) return before.value;
    const entry = { at: readElapsed(), value: read(key), isRead: false };
    kept.set(key, entry);
    entry.value.then(
      () => {
        entry.isRead = true;
      },
      () => kept.delete(key),
    );
    return entry.value;
  };
}

interface AccountCalls {
  readonly waiting: readonly WaitingCalls[];
  readonly recent: readonly RecentCalls[];
  readonly missed: readonly MissedRing[];
}

async function readCalls({ db, clock }: DatabaseAndClock, accountId: number): Promise<AccountCalls> {
  const time = queryTime(clock);
  const { now } = time;
  const iso = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;
  const [row] = await queryRows<AccountCalls>(
    db,
    sql`select
      (select coalesce(json_agg(one), '[]') from (
        select ${scheduledCalls.team_id} as "teamId", coalesce(${scheduledCalls.asked_by}, ${heldFor(now)}) as "agentId",
          count(*)::int as count, extract(epoch from min(${scheduledCalls.due_at})) * 1000 as "nextDueAt"
        from ${scheduledCalls} join ${leads} on ${leads.id} = ${scheduledCalls.lead_id}
        where ${scheduledCalls.account_id} = ${accountId} and ${scheduledCalls.ended_at} is null
          and ${scheduledCalls.due_at} <= ${iso(now + DUE_SOON_MS)}
          and ${hasNoPendingResult(sql`${scheduledCalls.lead_id}`, accountId, time)}
        group by 1, 2) one) as waiting,
      (select coalesce(json_agg(one), '[]') from (
        select profile.team_id as "teamId", profile.calls_per_minute as "callsPerMinute",
          array_agg(extract(epoch from call.started_at) * 1000) as "startedAt"
        from ${profiles} profile join ${calls} call on call.team_id = profile.team_id
          and call.account_id = ${accountId} and call.planned_for is not null
          and call.started_at > ${iso(now - PACE_WINDOW_MS)} and call.started_at <= ${iso(now)}
        where profile.account_id = ${accountId} and profile.calls_per_minute is not null
        group by 1, 2) one) as recent,
      (select coalesce(json_agg(one), '[]') from (
        select agent.id as "agentId", extract(epoch from last.ended_at) * 1000 as "missedAt"
        from ${users} agent cross join lateral (select status, ended_at from ${callUsers}
          where user_id = agent.id order by n desc limit 1) last
        where agent.account_id = ${accountId} and agent.active and last.status = 'missed'
          and last.ended_at > ${iso(now - PACE_WINDOW_MS)} and last.ended_at <= ${iso(now)}) one) as missed`,
  );
  return row ?? { waiting: [], recent: [], missed: [] };
}

async function readShifts({ db }: DatabaseAndClock, accountId: number): Promise<Map<number, Shifts>> {
  const [row] = await queryRows<{ agents: readonly (Shifts & { readonly id: number })[] }>(
    db,
    sql`select coalesce(json_agg(agent), '[]') as agents from (
      select one.id, one.schedule as own, coalesce(json_agg(json_build_object('teamId', team.id, 'schedule', ${teamHours(sql`team`)}))
        filter (where team.id is not null), '[]') as teams
      from ${users} one left join ${teamMembers} member on member.user_id = one.id
        left join ${teams} team on team.id = member.team_id
      where one.account_id = ${accountId} and one.active group by one.id) agent`,
  );
  return new Map((row?.agents ?? []).map((agent) => [agent.id, agent]));
}
