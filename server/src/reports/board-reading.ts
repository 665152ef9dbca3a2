import type { BoardToday } from '@offhook/contract/console/board-entities';
import { DUE_SOON_MS } from '@offhook/contract/limits';
import { eq, type SQL, sql } from 'drizzle-orm';
import { pictureUrl } from '../accounts/pictures/picture-url.ts';
import { boardLimits } from '../accounts/settings/board-limits.ts';
import { english } from '../platform/core/sentences.ts';
import { type Database, queryRows } from '../platform/database/database.ts';
import { type DatabaseAndClock, queryTime } from '../platform/database/query-time.ts';
import {
  accounts,
  calls,
  callUsers,
  leads,
  scheduledCalls,
  teams,
  users,
} from '../platform/database/schema.ts';
import { isOneOf } from '../platform/database/team-scope.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { isAgent, readAgentStates, readOtherParties, readTeamsByUser } from './agent-states.ts';
import { isStatusReason, sortAgents, sortWaiting } from './core/board.ts';
import { type AgentFacts, type BoardReading, parseTeamsKey, type TeamLists } from './core/board-versions.ts';
import { readToday } from './figures/board-today.ts';

const MAX_WAITING = 100;
/** All viewers share the statistics for this long, or longer if computing them takes long. */
const DAY_CACHE_MS = 5_000;
/** The cache lives at least this many times as long as the query took, which limits the database load. */
const MIN_CACHE_FACTOR = 20;

type Id = number | string;

/** `keys`: from `teamsKey`. */
export type ReadBoard = (accountId: number, keys: ReadonlySet<string>) => Promise<BoardReading>;

/** Reads an account's board, and the lists of these teams. Unknown teams get no lists. */
export function createBoardReader({ db, clock }: DatabaseAndClock): ReadBoard {
  const days = new Map<string, { until: number; readonly today: Promise<BoardToday> }>();

  function today(accountId: number, teams: string, zone: string, now: number): Promise<BoardToday> {
    for (const [key, { until }] of days) if (now >= until) days.delete(key);
    const key = `${accountId} ${teams}`;
    const cached = days.get(key);
    if (cached) return cached.today;
    const startedAt = performance.now();
    const entry = {
      until: now + DAY_CACHE_MS,
      today: readToday(db, accountId, parseTeamsKey(teams), zone, now),
    };
    days.set(key, entry);
    entry.today.then(
      () => {
        entry.until = now + Math.max(DAY_CACHE_MS, MIN_CACHE_FACTOR * (performance.now() - startedAt));
      },
      () => days.delete(key),
    );
    return entry.today;
  }

  return async (accountId, keys) => {
    const moment = queryTime(clock);
    const { now } = moment;
    const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
    if (!account) throw new ApiError('notFound');
    const allTeams = await db
      .select({ id: teams.id, name: teams.name })
      .from(teams)
      .where(eq(teams.account_id, accountId))
      .orderBy(teams.name, teams.id);
    const rows = await readAgentStates(db, accountId, moment, [eq(users.active, true)]);
    const memberships = await readTeamsByUser(db, accountId);
    const parties = await readOtherParties(
      db,
      rows.flatMap(({ shownCallId }) => shownCallId ?? []),
    );
    const lists = new Map<string, TeamLists>();
    for (const key of keys) {
      const teamIds = parseTeamsKey(key);
      if (teamIds?.some((teamId) => !allTeams.some(({ id }) => id === teamId))) continue;
      lists.set(key, {
        ...(await readWaiting(db, accountId, teamIds, now)),
        today: await today(accountId, key, account.time_zone, now),
      });
    }
    const sorted = sortAgents(rows.map((row) => ({ ...row, name: row.user.full_name })));
    const agents = sorted.map((row): AgentFacts => {
      const {
        user,
        state,
        since,
        callId,
        shownCallId,
        callStatus,
        reason,
        status,
        wrapUpEndsAt,
        isCallback,
        isSignedIn,
        supervises,
        isSupervising,
      } = row;
      return {
        id: user.id,
        full_name: user.full_name,
        profile_picture: pictureUrl('users', user.id, user.profile_picture) ?? '',
        team_ids: (memberships.get(user.id) ?? []).map(({ team_id }) => team_id),
        state,
        since: iso(since),
        call_id: callId,
        party: shownCallId === null ? null : (parties.get(shownCallId) ?? null),
        call_status: callStatus,
        reason,
        status: state === 'unavailable' && !isStatusReason(reason) ? null : status,
        wrap_up_ends_at: iso(wrapUpEndsAt),
        is_callback: isCallback,
        is_signed_in: isSignedIn,
        is_supervising: isSupervising,
        is_agent: isAgent(row, memberships),
        supervises,
      };
    });
    return {
      now: new Date(now).toISOString(),
      timeZone: account.time_zone,
      limits: boardLimits(account),
      agents,
      teams: allTeams,
      lists,
    };
  };
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Returns a number with either database driver. */
const ms = (column: SQL | typeof calls.started_at) => sql`(extract(epoch from ${column}) * 1000)::float8`;

interface WaitingRow {
  readonly id: Id;
  readonly lead_id: Id | null;
  readonly label: string | null;
  readonly number: string | null;
  readonly team_id: Id | null;
  readonly team: string | null;
  readonly since: number;
  readonly due_at: number | null;
  readonly retry: number | null;
  readonly lead_retry: number | null;
  readonly ringing: Id;
  readonly reason: string | null;
  /** Set if the call is parked. */
  readonly parked_by: string | null;
  readonly total: Id;
}

async function readWaiting(
  db: Database,
  accountId: number,
  teamIds: readonly number[] | null,
  now: number,
): Promise<Pick<TeamLists, 'waiting' | 'total' | 'later'>> {
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const named = sql`l.label, t.id as team_id, t.name as team`;
  const parkedSince = sql`to_timestamp((c.parked ->> 'since')::float8 / 1000)`;
  const since = sql`coalesce(${parkedSince}, c.requested_at, c.started_at)`;
  const team = sql`coalesce((c.parked ->> 'teamId')::bigint, c.team_id)`;
  const ringing = await queryRows<WaitingRow>(
    db,
    sql`select c.id, c.lead_id, c.phone_number as number, ${named}, ${ms(since)} as since,
        null as due_at, c.retry, c.lead_retry, c.reasons ->> -1 as reason, parker.full_name as parked_by, count(*) over () as total,
        (select count(*) from ${callUsers} r where r.call_id = c.id and r.status = 'ringing' and r.ended_at is null) as ringing
      from ${calls} c left join ${leads} l on l.id = c.lead_id left join ${teams} t on t.id = ${team}
        left join ${users} parker on parker.id = (c.parked ->> 'userId')::bigint
      where c.ended_at is null and c.account_id = ${accountId}
        and (c.parked is not null or c.claimed_by is null and c.voicemail_at is null and c.type in ('lead', 'inbound'))
        ${teamIds === null ? sql`` : sql`and ${isOneOf(team, teamIds)}`}
      order by ${since}, c.id limit ${MAX_WAITING}`,
  );
  const soon = sql`${new Date(now + DUE_SOON_MS).toISOString()}::timestamptz`;
  const isPlanned = sql`p.ended_at is null and p.account_id = ${accountId}
    ${teamIds === null ? sql`` : sql`and ${isOneOf(sql`p.team_id`, teamIds)}`}`;
  const planned = await queryRows<WaitingRow>(
    db,
    sql`select p.id, p.lead_id, l.phone_number as number, ${named}, ${ms(sql`p.requested_at`)} as since,
        ${ms(sql`p.due_at`)} as due_at, p.retry, p.lead_retry, p.reason, null as parked_by, count(*) over () as total, 0 as ringing
      from ${scheduledCalls} p join ${leads} l on l.id = p.lead_id left join ${teams} t on t.id = p.team_id
      where ${isPlanned} and p.due_at <= ${soon}
      order by p.due_at > ${at}, case when p.due_at > ${at} then p.due_at else p.requested_at end, p.id
      limit ${MAX_WAITING}`,
  );
  const [later] = await queryRows<{ readonly count: Id }>(
    db,
    sql`select count(*) from ${scheduledCalls} p where ${isPlanned} and p.due_at > ${soon}`,
  );
  const one = (row: WaitingRow, kind: 'call' | 'planned') => ({
    row,
    kind,
    since: row.since,
    dueAt: row.due_at,
  });
  const all = [...ringing.map((row) => one(row, 'call')), ...planned.map((row) => one(row, 'planned'))];
  return {
    total: Number(ringing[0]?.total ?? 0) + Number(planned[0]?.total ?? 0),
    later: Number(later?.count ?? 0),
    waiting: sortWaiting(all, now)
      .slice(0, MAX_WAITING)
      .map(({ row, kind }) => ({
        call_id: kind === 'call' ? Number(row.id) : null,
        planned_id: kind === 'planned' ? Number(row.id) : null,
        lead_id: row.lead_id === null ? null : Number(row.lead_id),
        party: { label: row.label, number: row.number },
        team: row.team_id === null || row.team === null ? null : { id: Number(row.team_id), name: row.team },
        since: new Date(row.since).toISOString(),
        retry: row.retry,
        lead_retry: row.lead_retry,
        ringing: Number(row.ringing),
        due_at: iso(row.due_at),
        reason:
          row.parked_by === null
            ? row.reason
            : english({ id: 'callReason.parkedBy', values: { name: row.parked_by } }),
      })),
  };
}
