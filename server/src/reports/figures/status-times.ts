import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { agentStatusIntervals, users } from '../../platform/database/schema.ts';
import { isMemberOf } from '../../platform/database/team-scope.ts';
import type { HourRange } from './core/buckets.ts';
import type { Filters } from './core/figure-columns.ts';

export interface StatusTime {
  readonly user_id: number;
  readonly key: string;
  readonly seconds: number;
}

/** Until now for the current status. With teams, of their present members. */
export async function readStatusTimes(
  tx: Database,
  account: { readonly id: number; readonly time_zone: string },
  { lo, hi }: HourRange,
  filters: Filters,
  now: number,
): Promise<readonly StatusTime[]> {
  const instant = (hour: number) =>
    sql`(timestamp '1970-01-01' + ${hour}::integer * interval '1 hour') at time zone ${account.time_zone}`;
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const isIn = sql`agent.account_id = ${account.id}
    ${filters.agent_id === undefined ? sql`` : sql`and agent.id = ${filters.agent_id}`}
    ${filters.team_id === undefined ? sql`` : sql`and ${isMemberOf(sql`agent.id`, filters.team_id)}`}`;
  const rows = await queryRows<{ user_id: number | string; key: string; seconds: number }>(
    tx,
    sql`with period as (select ${instant(lo)} as lo, ${instant(hi)} as hi)
      select user_id, key, round(sum(extract(epoch from ended - started)))::float8 as seconds from (
        select agent.id as user_id, past.status as key, greatest(past.started_at, period.lo) as started,
          least(past.ended_at, period.hi) as ended
        from period cross join ${users} agent join ${agentStatusIntervals} past on past.user_id = agent.id
          and past.ended_at > period.lo and past.started_at < period.hi where ${isIn}
        union all
        select agent.id, case when agent.do_not_disturb then 'do_not_disturb' else agent.status end,
          greatest(agent.status_since, period.lo), least(${at}, period.hi)
        from period cross join ${users} agent where ${isIn} and agent.status_since is not null
      ) spent where ended > started group by user_id, key order by user_id, key`,
  );
  return rows.map(({ user_id, key, seconds }) => ({ user_id: Number(user_id), key, seconds }));
}
