/**
 * Starts a team's due calls. Safe with several processes: only one locks a team at a time, and a call is claimed and
 * started in one transaction.
 */

import { and, eq, isNotNull, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import {
  advance,
  notifyOfChangedCall,
  notifyRingingAgents,
  type TransitionDeps,
} from '../../calls/call-transitions.ts';
import { type Candidate, reach } from '../../calls/core/routing/routing.ts';
import { createCall } from '../../calls/outbound/create-call.ts';
import { findTeamLine } from '../../calls/outbound/lines.ts';
import { readCandidates, ringNextAgents } from '../../calls/rings/ring-agents.ts';
import { readAccountRules } from '../../leads/contact-facts.ts';
import { findCallbackTime, toCallback } from '../../leads/scheduled-calls/callbacks.ts';
import type { ScheduledCallRow } from '../../leads/scheduled-calls/cancel-callbacks.ts';
import { cancelScheduledCalls, findCallTime } from '../../leads/scheduled-calls/scheduled-calls.ts';
import { english } from '../../platform/core/sentences.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { presenceCutoff, queryTime } from '../../platform/database/query-time.ts';
import {
  calls,
  callUsers,
  leads,
  profiles,
  scheduledCalls,
  teamMembers,
  teams,
} from '../../platform/database/schema.ts';
import { type Outbox, transact } from '../../platform/work-queue/transact.ts';
import { type DueCall, nextDueCall, PACE_WINDOW_MS, type Pace, reachForPacing } from '../core/due-calls.ts';
import { FIRST_AGENT, heldFor, isAfter, PRIORITY, TURN, type Turn } from './due-rows.ts';

/** Calls that can't start now are postponed. */
const MAX_CANDIDATES = 50;
const MAX_AGENTS = 200;
/** Read in a few milliseconds. */
const PART_SIZE = 2_000;
const MAX_TEAMS = 5_000;
const IN_CALL_DELAY_MS = 60_000;

/** Calls without a team are paced per account. */
export interface Pacer {
  readonly accountId: number;
  readonly teamId: number | null;
}

const DUE_TEAM = { accountId: scheduledCalls.account_id, teamId: scheduledCalls.team_id };

export function findDueTeams({ db, clock }: Pick<TransitionDeps, 'db' | 'clock'>): Promise<Pacer[]> {
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
  { db, clock }: Pick<TransitionDeps, 'db' | 'clock'>,
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

interface DueRow extends DueCall {
  readonly leadId: number;
}

/** Where the next part of a long queue begins; null: at its front. */
export interface QueuePlace {
  after: Turn | null;
}

/** Agents were free when they were looked up, but not when they were rung. */
class AgentsTaken extends Error {}

/**
 * One call per transaction, so that agents' rows are always locked in ID order.
 *
 * @param place in the queue, kept between calls @returns whether a call was started
 */
export async function startNextDueCall(
  deps: TransitionDeps,
  pacer: Pacer,
  place: QueuePlace = { after: null },
): Promise<boolean> {
  try {
    return await transact(deps, (tx, outbox) => startNext(deps, tx, outbox, pacer, place));
  } catch (error) {
    if (error instanceof AgentsTaken) return false;
    throw error;
  }
}

async function startNext(
  deps: TransitionDeps,
  tx: Database,
  outbox: Outbox,
  pacer: Pacer,
  place: QueuePlace,
): Promise<boolean> {
  const now = deps.clock.now();
  if (pacer.teamId !== null && !(await lockTeam(tx, pacer.teamId))) return false;
  const busyOwners = await readBusyOwners(tx, pacer.accountId);
  // Callbacks may wait for their agents, so they don't fill the list.
  const callbacks = await readCallbacks(tx, pacer, busyOwners, now);
  const attempts = await readAttempts(tx, pacer, busyOwners, now);
  const first = [...callbacks, ...attempts];
  if (first.length === 0) return false;
  const recent = await readRecent(tx, pacer, now);
  const startOneOf = async (due: readonly DueRow[]): Promise<boolean> => {
    const pace = { now, ...recent, ...(await readAgents(deps, tx, pacer, due)), busyOwners };
    for (let rows = due; ; ) {
      const next = nextDueCall(rows, pace);
      if (!next) return false;
      rows = rows.filter(({ id }) => id !== next.id);
      if (await startScheduledCall(deps, tx, outbox, next, now)) return true;
    }
  };
  if (await startOneOf(first)) return true;
  if (attempts.length < MAX_CANDIDATES) return false;
  // The agents of the first ones are occupied; those of others may be free.
  const others = await readFirstOfOtherAgents(
    tx,
    pacer,
    busyOwners,
    attempts.map(agentKey),
    now,
    place.after,
  );
  if (others.rows.length > 0 && (await startOneOf(others.rows))) return true;
  place.after = others.next;
  return false;
}

async function lockTeam(tx: Database, teamId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: teams.id })
    .from(teams)
    .where(eq(teams.id, teamId))
    .for('no key update', { skipLocked: true });
  return rows.length > 0;
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
const agentKey = ({ requestedBy, ownerId }: DueCall): number => requestedBy ?? -(ownerId ?? 0);

async function readAttempts(
  tx: Database,
  pacer: Pacer,
  busyOwners: ReadonlySet<number>,
  now: number,
): Promise<DueRow[]> {
  const rows = await tx
    .select(dueRow(now))
    .from(scheduledCalls)
    .innerJoin(leads, eq(leads.id, scheduledCalls.lead_id))
    .where(and(isCandidate(pacer, busyOwners, now), isNull(scheduledCalls.callback_by)))
    .orderBy(PRIORITY)
    .limit(MAX_CANDIDATES);
  return rows.map(toDueRow);
}

/** Of callbacks that wait for the same agent, the first: however many there are, the others are reached. */
async function readCallbacks(
  tx: Database,
  pacer: Pacer,
  busyOwners: ReadonlySet<number>,
  now: number,
): Promise<DueRow[]> {
  const isCallback = and(isCandidate(pacer, busyOwners, now), isNotNull(scheduledCalls.callback_by));
  const isHeld = isNotNull(heldFor(now));
  const isWaitedFor = isNotNull(scheduledCalls.callback_for);
  const held = await tx
    .selectDistinctOn([FIRST_AGENT, isWaitedFor], dueRow(now))
    .from(scheduledCalls)
    .innerJoin(leads, eq(leads.id, scheduledCalls.lead_id))
    .where(and(isCallback, isHeld))
    .orderBy(FIRST_AGENT, isWaitedFor, scheduledCalls.due_at)
    .limit(MAX_AGENTS);
  const ofTeam = await tx
    .select(dueRow(now))
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
async function readFirstOfOtherAgents(
  tx: Database,
  pacer: Pacer,
  busyOwners: ReadonlySet<number>,
  except: readonly number[],
  now: number,
  after: Turn | null,
): Promise<{ readonly rows: readonly DueRow[]; readonly next: Turn | null }> {
  const isInPart = and(isDueFor(pacer, now), isNull(scheduledCalls.callback_by), isAfter(after));
  const part = tx.select().from(scheduledCalls).where(isInPart).orderBy(PRIORITY, scheduledCalls.id);
  // The limit keeps PostgreSQL from reading all leads.
  const leadOfEach = tx.select().from(leads).where(eq(leads.id, scheduledCalls.lead_id)).limit(1).as('leads');
  const found = await tx
    .selectDistinctOn([AGENT_KEY], { ...dueRow(now), turn: TURN, n: POSITION })
    // Under the table's name, so that its columns mean those of the part.
    .from(part.limit(PART_SIZE).as('planned_calls'))
    .innerJoinLateral(leadOfEach, sql`true`)
    .where(
      and(
        isHeldByNone(busyOwners, now),
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

function isCandidate(pacer: Pacer, busyOwners: ReadonlySet<number>, now: number): SQL | undefined {
  return and(isDueFor(pacer, now), isHeldByNone(busyOwners, now));
}

function isDueFor({ accountId, teamId }: Pacer, now: number): SQL | undefined {
  return and(
    isDue(now),
    eq(scheduledCalls.account_id, accountId),
    teamId === null ? isNull(scheduledCalls.team_id) : eq(scheduledCalls.team_id, teamId),
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

async function readRecent(
  tx: Database,
  { accountId, teamId }: Pacer,
  now: number,
): Promise<Pick<Pace, 'callsPerMinute' | 'callsInLastMinute' | 'reachedNoAgent'>> {
  const [row] = await queryRows<{ limit: number | null; recent: number; reachedNoAgent: boolean }>(
    tx,
    sql`select (select calls_per_minute from ${profiles} where team_id = ${teamId}) as "limit",
        count(*)::int as recent, coalesce(bool_or(
          not exists (select 1 from ${callUsers} rung where rung.call_id = recent.id and rung.status <> 'missed')),
          false) as "reachedNoAgent"
      from ${calls} recent where ${isRecent(accountId, teamId, now)}`,
  );
  return {
    callsPerMinute: row?.limit ?? null,
    callsInLastMinute: row?.recent ?? 0,
    reachedNoAgent: row?.reachedNoAgent ?? false,
  };
}

/** Ignores calls in the future: the clock may have been set back. */
function isRecent(accountId: number, teamId: number | null, now: number): SQL {
  const since = new Date(now - PACE_WINDOW_MS).toISOString();
  return sql`recent.account_id = ${accountId} and recent.team_id is not distinct from ${teamId}::bigint and recent.planned_for is not null
    and recent.started_at > ${since}::timestamptz and recent.started_at <= ${new Date(now).toISOString()}::timestamptz`;
}

async function readAgents(
  { clock }: TransitionDeps,
  tx: Database,
  { accountId, teamId }: Pacer,
  rows: readonly DueRow[],
): Promise<Pick<Pace, 'team' | 'owners' | 'requesters'>> {
  const time = queryTime(clock);
  const scope = { accountId, teamId, fallbackTeamId: null, requestedBy: null };
  const owners = [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))];
  const { candidates } = await readCandidates(tx, { ...scope, owners }, time);
  const requesters: Candidate[] = [];
  for (const requestedBy of new Set(rows.flatMap((row) => row.requestedBy ?? []))) {
    const [agent] = (await readCandidates(tx, { ...scope, requestedBy, owners: [] }, time)).candidates;
    if (agent) requesters.push(agent);
  }
  const free = [...candidates, ...requesters].filter((agent) => reach(agent, time.now) === 'free');
  const missed = await readMissedRings(tx, free);
  const reachOf = (agent: Candidate) =>
    reachForPacing(reach(agent, time.now), missed.get(agent.userId) ?? null, time.now);
  const byAgent = (agents: readonly Candidate[]) =>
    new Map(agents.map((agent) => [agent.userId, reachOf(agent)]));
  return {
    team: candidates.filter(({ group }) => group !== null).map(reachOf),
    owners: byAgent(candidates.filter(({ isOwner }) => isOwner)),
    requesters: byAgent(requesters),
  };
}

/** When the agents missed their last ring; agents who didn't are left out. */
async function readMissedRings(
  tx: Database,
  agents: readonly Candidate[],
): Promise<ReadonlyMap<number, number>> {
  const ids = sql`${`{${agents.map(({ userId }) => userId).join()}}`}::bigint[]`;
  const rows = await queryRows<{ user_id: number | string; at: number }>(
    tx,
    sql`select agent.id as user_id, (extract(epoch from last.ended_at) * 1000)::float8 as at
      from unnest(${ids}) agent (id)
      cross join lateral (select status, ended_at from ${callUsers} where user_id = agent.id
        order by n desc limit 1) last
      where last.status = 'missed' and last.ended_at is not null`,
  );
  return new Map(rows.map(({ user_id, at }) => [Number(user_id), at]));
}

const FIRST_AGENT_OF_CALL = sql<
  number | null
>`coalesce(${calls.callback_for}, ${leads.owner_user_id})`.mapWith(leads.owner_user_id);

async function readBusyOwners(tx: Database, accountId: number): Promise<Set<number>> {
  const rows = await tx
    .selectDistinct({ ownerId: FIRST_AGENT_OF_CALL })
    .from(calls)
    .innerJoin(leads, eq(leads.id, calls.lead_id))
    .where(
      and(
        eq(calls.account_id, accountId),
        isNull(calls.ended_at),
        isNotNull(calls.planned_for),
        isNotNull(FIRST_AGENT_OF_CALL),
      ),
    );
  return new Set(rows.flatMap(({ ownerId }) => ownerId ?? []));
}

/** @returns false if the call is locked, postponed or canceled */
async function startScheduledCall(
  deps: TransitionDeps,
  tx: Database,
  outbox: Outbox,
  due: DueRow,
  now: number,
): Promise<boolean> {
  // Lock order: the lead, then the scheduled call.
  const [lead] = await tx
    .select()
    .from(leads)
    .where(eq(leads.id, due.leadId))
    .for('no key update', { skipLocked: true });
  if (!lead) return false;
  const [scheduled] = await tx
    .select()
    .from(scheduledCalls)
    .where(and(eq(scheduledCalls.id, due.id), isNull(scheduledCalls.ended_at)))
    .for('update', { skipLocked: true });
  if (!scheduled) return false;
  if (due.heldFor !== null && !(await isOwnerFree(tx, due.heldFor))) return false;
  const account = await readAccountRules(tx, scheduled.account_id);
  const callTime =
    scheduled.callback_by === null
      ? await findCallTime(tx, account, lead, scheduled.team_id, now, now)
      : await findCallbackTime(tx, account, lead, scheduled.team_id, now, now);
  if (callTime.kind === 'never') {
    await cancelScheduledCalls(tx, lead.id, callTime.reason, now);
    return false;
  }
  if (callTime.at > now) {
    await postpone(tx, scheduled, callTime.at, callTime.reason ?? scheduled.reason);
    return false;
  }
  const line = await findTeamLine(tx, scheduled.account_id, scheduled.team_id);
  if (line === null) {
    await cancelScheduledCalls(tx, lead.id, english({ id: 'schedule.noNumber' }), now);
    return false;
  }
  const created = await createCall(tx, {
    accountId: scheduled.account_id,
    type: 'lead',
    direction: 'outbound',
    line,
    lead: { ...lead, is_removed: lead.removed_at !== null },
    at: now,
    onlyIfNoneOpen: true,
    fulfills: scheduled.callback_by === null ? 'attempt' : 'callback',
    callback: toCallback(scheduled),
    ...(scheduled.asked_by === null ? {} : { requestedBy: scheduled.asked_by }),
    retry: scheduled.retry,
    leadRetry: scheduled.lead_retry,
    previousCallId: scheduled.previous_call_id,
    isFallback: scheduled.is_fallback,
    requestedAt: scheduled.requested_at,
    scheduledFor: scheduled.due_at,
  });
  if (created === null) {
    // Postponed, an overdue callback would be its agent's again.
    if (scheduled.callback_for !== null && due.heldFor === null) return false;
    await postpone(tx, scheduled, now + IN_CALL_DELAY_MS, english({ id: 'schedule.leadInCall' }));
    return false;
  }
  const { facts, conversation } = created;
  const offer = await ringNextAgents(tx, facts, conversation, {
    now,
    presenceCutoff: presenceCutoff(deps.clock),
  });
  // The lead waits for them.
  if (offer.type === 'none' && offer.status === 'busy') throw new AgentsTaken();
  if (offer.type === 'rung') {
    outbox.effects.push(...offer.effects);
    notifyRingingAgents(deps, outbox, facts, offer.conversation);
    notifyOfChangedCall(deps, outbox, { facts, conversation: offer.conversation });
  } else {
    const { status, reason } = offer;
    await advance(deps, tx, outbox, created, [{ type: 'noAgentLeft', status, reason, at: now }]);
  }
  deps.log.info(
    { call: facts.id, retry: scheduled.retry, followup: scheduled.lead_retry },
    'scheduled call started',
  );
  return true;
}

async function postpone(
  tx: Database,
  scheduled: ScheduledCallRow,
  dueAt: number,
  reason: string,
): Promise<void> {
  await tx
    .update(scheduledCalls)
    .set({ due_at: new Date(dueAt), reason })
    .where(eq(scheduledCalls.id, scheduled.id));
}

/** Another team may be calling one of the owner's leads. Never waits, because that team may wait for these agents. */
async function isOwnerFree(tx: Database, ownerId: number): Promise<boolean> {
  const [row] = await queryRows<{ locked: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`scheduled call of owner ${ownerId}`}, 0)) as locked`,
  );
  if (row?.locked !== true) return false;
  const [call] = await queryRows<{ busy: boolean }>(
    tx,
    sql`select exists (select 1 from ${calls} join ${leads} on ${leads.id} = ${calls.lead_id}
      where ${calls.ended_at} is null and ${calls.planned_for} is not null
        and ${FIRST_AGENT_OF_CALL} = ${ownerId}) as busy`,
  );
  return call?.busy !== true;
}
