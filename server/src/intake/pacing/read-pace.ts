/** What decides which due call starts next: the agents, their calls in progress and the team's last calls. */
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type Candidate, reach } from '../../calls/core/routing/routing.ts';
import { readCandidates } from '../../calls/rings/ring-agents.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { type DatabaseAndClock, queryTime } from '../../platform/database/query-time.ts';
import { calls, callUsers, leads, profiles } from '../../platform/database/schema.ts';
import { PACE_WINDOW_MS, type Pace, reachForPacing } from '../core/due-calls.ts';
import type { DueRow, Pacer } from './read-due-calls.ts';

export async function readRecent(
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

export async function readAgents(
  { clock }: Pick<DatabaseAndClock, 'clock'>,
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

export const FIRST_AGENT_OF_CALL = sql<
  number | null
>`coalesce(${calls.callback_for}, ${leads.owner_user_id})`.mapWith(leads.owner_user_id);

export async function readBusyOwners(tx: Database, accountId: number): Promise<Set<number>> {
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
