/** Which of a team's calls are due, of each kind no more than can start soon. */
import { and, eq, isNotNull, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import type { ScheduledCallRow } from '../../leads/scheduled-calls/cancel-callbacks.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DatabaseAndClock, QueryTime } from '../../platform/database/query-time.ts';
import { leads, scheduledCalls, teamMembers } from '../../platform/database/schema.ts';
import type { DueCall } from '../core/due-calls.ts';
import { FIRST_AGENT, heldFor, isAfter, PRIORITY, TURN, type Turn } from './due-rows.ts';
import { hasNoPendingResult } from './pending-results.ts';

/** Calls that can't start now are postponed. */
export const MAX_CANDIDATES = 50;
const MAX_AGENTS = 200;
/** Read in a few milliseconds. */
const PART_SIZE = 2_000;
const MAX_TEAMS = 5_000;

/** Calls without a team are paced per account. */
export interface Pacer {
  readonly accountId: number;
  readonly teamId: number | null;
}

const DUE_TEAM = { accountId: scheduledCalls.account_id, teamId: scheduledCalls.team_id };

export function findDueTeams({ db, clock }: DatabaseAndClock): Promise<Pacer[]> {
  return db
    .select(DUE_TEAM)
    .from(scheduledCalls)
    .where(isDue(clock.now()))
    .groupBy(scheduledCalls.account_id, scheduledCalls.team_id)
    .orderBy(sql`min(${scheduledCalls.due_at})`)
    .limit(MAX_TEAMS);
}

/** The teams with due calls that one of these agents may take. */
export function findDueTeamsOf(
  { db, clock }: DatabaseAndClock,
  userIds: readonly number[],
): Promise<Pacer[]> {
  const agents = sql`any (${`{${userIds.join()}}`}::bigint[])`;
  return db
    .selectDistinct(DUE_TEAM)
    .from(scheduledCalls)
    .innerJoin(leads, eq(leads.id, scheduledCalls.lead_id))
    .where(
      and(
        isDue(clock.now()),
        sql`(${scheduledCalls.team_id} in (select team_id from ${teamMembers} where user_id = ${agents})
          or ${FIRST_AGENT} = ${agents} or ${scheduledCalls.asked_by} = ${agents})`,
      ),
    );
}

function isDue(now: number): SQL | undefined {
  return and(isNull(scheduledCalls.ended_at), lte(scheduledCalls.due_at, new Date(now)));
}

export interface DueRow extends DueCall {
  readonly leadId: number;
}

const dueRow = (now: number) => ({
  scheduled: scheduledCalls,
  ownerId: FIRST_AGENT,
  heldFor: heldFor(now),
});
interface DueFields {
  readonly scheduled: ScheduledCallRow;
  readonly ownerId: number | null;
  readonly heldFor: number | null;
}

/** Calls with the same key are offered to the same agents. */
const AGENT_KEY = sql`coalesce(${scheduledCalls.asked_by}, -${FIRST_AGENT}, 0)`;
export const agentKey = ({ requestedBy, ownerId }: DueCall): number => requestedBy ?? -(ownerId ?? 0);

export async function readAttempts(
  tx: Database,
  pacer: Pacer,
  busyOwners: ReadonlySet<number>,
  time: QueryTime,
): Promise<DueRow[]> {
  const rows = await tx
    .select(dueRow(time.now))
    .from(scheduledCalls)
    .innerJoin(leads, eq(leads.id, scheduledCalls.lead_id))
    .where(and(isCandidate(pacer, busyOwners, time), isNull(scheduledCalls.callback_by)))
    .orderBy(PRIORITY)
    .limit(MAX_CANDIDATES);
  return rows.map(toDueRow);
}

/** Of callbacks that wait for the same agent, the first: however many there are, the others are reached. */
export async function readCallbacks(
  tx: Database,
  pacer: Pacer,
  busyOwners: ReadonlySet<number>,
  time: QueryTime,
): Promise<DueRow[]> {
  const isCallback = and(isCandidate(pacer, busyOwners, time), isNotNull(scheduledCalls.callback_by));
  const isHeld = isNotNull(heldFor(time.now));
  const isWaitedFor = isNotNull(scheduledCalls.callback_for);
  const held = await tx
    .selectDistinctOn([FIRST_AGENT, isWaitedFor], dueRow(time.now))
    .from(scheduledCalls)
    .innerJoin(leads, eq(leads.id, scheduledCalls.lead_id))
    .where(and(isCallback, isHeld))
    .orderBy(FIRST_AGENT, isWaitedFor, scheduledCalls.due_at)
    .limit(MAX_AGENTS);
  const ofTeam = await tx
    .select(dueRow(time.now))
    .from(scheduledCalls)
    .innerJoin(leads, eq(leads.id, scheduledCalls.lead_id))
    .where(and(isCallback, not(isHeld)))
    .orderBy(scheduledCalls.due_at)
    .limit(MAX_CANDIDATES);
  return [...held, ...ofTeam].map(toDueRow);
}

const POSITION = sql`row_number() over (order by ${PRIORITY}, ${scheduledCalls.id})`.mapWith(Number);

/**
 * In a part of the queue, because a long queue would take too long each second. Each part has its turn, so every call
 * is looked at.
 *
 * @param after where the part begins; null: at the front @returns also where the next part begins
 */
export async function readFirstOfOtherAgents(
  tx: Database,
  pacer: Pacer,
  busyOwners: ReadonlySet<number>,
  except: readonly number[],
  time: QueryTime,
  after: Turn | null,
): Promise<{ readonly rows: readonly DueRow[]; readonly next: Turn | null }> {
  const isInPart = and(isDueFor(pacer, time), isNull(scheduledCalls.callback_by), isAfter(after));
  const part = tx.select().from(scheduledCalls).where(isInPart).orderBy(PRIORITY, scheduledCalls.id);
  // The limit keeps PostgreSQL from reading all leads.
  const leadOfEach = tx.select().from(leads).where(eq(leads.id, scheduledCalls.lead_id)).limit(1).as('leads');
  const found = await tx
    .selectDistinctOn([AGENT_KEY], { ...dueRow(time.now), turn: TURN, n: POSITION })
    // Under the table's name, so that its columns mean those of the part.
    .from(part.limit(PART_SIZE).as('planned_calls'))
    .innerJoinLateral(leadOfEach, sql`true`)
    .where(
      and(
        isHeldByNone(busyOwners, time.now),
        sql`${AGENT_KEY} <> all (${`{${[...new Set(except)].join()}}`}::bigint[])`,
      ),
    )
    .orderBy(AGENT_KEY, PRIORITY, scheduledCalls.id);
  const rows = found.sort((a, b) => a.n - b.n).slice(0, MAX_AGENTS);
  if (found.length > rows.length) return { rows: rows.map(toDueRow), next: rows.at(-1)?.turn ?? null };
  const [last] = await tx
    .select({ turn: TURN })
    .from(scheduledCalls)
    .where(isInPart)
    .orderBy(PRIORITY, scheduledCalls.id)
    .offset(PART_SIZE - 1)
    .limit(1);
  return { rows: rows.map(toDueRow), next: last?.turn ?? null };
}

function isCandidate(pacer: Pacer, busyOwners: ReadonlySet<number>, time: QueryTime): SQL | undefined {
  return and(isDueFor(pacer, time), isHeldByNone(busyOwners, time.now));
}

function isDueFor({ accountId, teamId }: Pacer, time: QueryTime): SQL | undefined {
  return and(
    isDue(time.now),
    eq(scheduledCalls.account_id, accountId),
    teamId === null ? isNull(scheduledCalls.team_id) : eq(scheduledCalls.team_id, teamId),
    hasNoPendingResult(sql`${scheduledCalls.lead_id}`, accountId, time),
  );
}

/** Otherwise one owner's leads could fill the list. */
function isHeldByNone(busyOwners: ReadonlySet<number>, now: number): SQL {
  return sql`coalesce(${heldFor(now)}, 0) <> all (${`{${[...busyOwners].join()}}`}::bigint[])`;
}

function toDueRow({ scheduled, ownerId, heldFor }: DueFields): DueRow {
  return {
    id: scheduled.id,
    dueAt: scheduled.due_at.getTime(),
    isCallback: scheduled.callback_by !== null,
    callbackFor: scheduled.callback_for,
    ownerId,
    heldFor,
    requestedBy: scheduled.asked_by,
    leadId: scheduled.lead_id,
    retry: scheduled.retry,
    leadRetry: scheduled.lead_retry,
    scheduledAt: scheduled.created_at.getTime(),
  };
}
