import { AVAILABLE, type NamedStatus, type OwnStatus } from '@offhook/contract/agent/agent-status';
import type { ShownStatus } from '@offhook/contract/console/board-entities';
import type { ConsoleStatus } from '@offhook/contract/console/people/status-entities';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { pick } from '../../platform/core/pick.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { agentStatusIntervals, users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { currentStatus, statusForCalls } from '../core/agent-status.ts';
import { statusRevision } from './agent-status.ts';
import { readStatuses } from './statuses.ts';

type UserRow = typeof users.$inferSelect;
type StatusUser = Pick<UserRow, 'id' | 'status' | 'status_since' | 'next_status' | 'do_not_disturb'>;

/** @throws ApiError notFound */
export async function readOwnStatus(
  db: Database,
  user: { readonly id: number; readonly account_id: number },
  now: number,
): Promise<OwnStatus> {
  const [row] = await db
    .select({ user: users, revision: statusRevision(sql`${users}`) })
    .from(users)
    .where(eq(users.id, user.id));
  if (!row) throw new ApiError('notFound');
  const key = currentStatus(row.user);
  const next = row.user.do_not_disturb ? null : row.user.next_status;
  const seconds = secondsSince(row.user.status_since, now);
  const used = await readUsedSeconds(db, [user.id], now);
  const statuses = await readStatuses(db, user.account_id);
  return {
    revision: row.revision,
    key,
    seconds,
    next,
    choices: statuses
      .filter((one) => !one.archived || one.key === key || one.key === next)
      .map((one) => ({
        ...pick(one, 'key', 'name', 'icon', 'minutes_per_day'),
        used_seconds: used.get(`${user.id} ${one.key}`) ?? 0,
      })),
  };
}

/** By user ID, for users with another status than available, or who will have one after their call. */
export async function readShownStatuses(
  db: Database,
  accountId: number,
  rows: readonly StatusUser[],
  now: number,
): Promise<ReadonlyMap<number, ShownStatus>> {
  const away = rows.filter((row) => statusForCalls(row) !== AVAILABLE);
  if (away.length === 0) return new Map();
  const statuses = await readStatuses(db, accountId);
  const used = await readUsedSeconds(
    db,
    away.map(({ id }) => id),
    now,
  );
  return new Map(
    away.map((row) => {
      const key = statusForCalls(row);
      const isCurrent = key === currentStatus(row);
      return [
        row.id,
        {
          ...namedStatus(key, statuses),
          since: isCurrent ? (row.status_since?.toISOString() ?? null) : null,
          minutes_per_day: statuses.find((one) => one.key === key)?.minutes_per_day ?? null,
          // Full minutes, rounded up, so that a board changes once a minute.
          used_seconds: Math.ceil((used.get(`${row.id} ${key}`) ?? 0) / 60) * 60,
        },
      ];
    }),
  );
}

export async function readAgentStatus(
  db: Database,
  accountId: number,
  userId: number,
  now: number,
): Promise<ShownStatus | null> {
  const rows = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.account_id, accountId)));
  return (await readShownStatuses(db, accountId, rows, now)).get(userId) ?? null;
}

export function namedStatus(key: string, statuses: readonly ConsoleStatus[]): NamedStatus {
  const found = statuses.find((one) => one.key === key);
  return found ? pick(found, 'key', 'name', 'icon') : { key, name: null, icon: 'coffee' };
}

function secondsSince(since: Date | null, now: number): number {
  return since === null ? 0 : Math.max(0, Math.round((now - since.getTime()) / 1000));
}

/** Break and lunch since midnight in the user's time zone. */
export async function readBreakSeconds(db: Database, userId: number, now: number): Promise<number> {
  const used = await readUsedSeconds(db, [userId], now);
  return (used.get(`${userId} break`) ?? 0) + (used.get(`${userId} lunch`) ?? 0);
}

/** Since midnight in each user's time zone, by 'user status'. */
async function readUsedSeconds(
  db: Database,
  userIds: readonly number[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const ids = sql.join(
    userIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const today = sql`date_trunc('day', ${at} at time zone agent.time_zone) at time zone agent.time_zone`;
  const within = (from: SQL, to: SQL) =>
    sql`greatest(0, extract(epoch from ${to} - greatest(${from}, ${today})))`;
  const rows = await queryRows<{ user_id: number | string; status: string; seconds: number | string }>(
    db,
    sql`select user_id, status, sum(seconds)::float8 as seconds from (
        select past.user_id, past.status, ${within(sql`past.started_at`, sql`past.ended_at`)} as seconds
        from ${users} agent join ${agentStatusIntervals} past on past.user_id = agent.id and past.ended_at > ${today}
        where agent.id in (${ids})
        union all
        select agent.id, case when agent.do_not_disturb then 'do_not_disturb' else agent.status end,
          ${within(sql`agent.status_since`, at)}
        from ${users} agent where agent.id in (${ids}) and agent.status_since is not null
      ) used group by user_id, status`,
  );
  return new Map(rows.map((row) => [`${row.user_id} ${row.status}`, Math.round(Number(row.seconds))]));
}
