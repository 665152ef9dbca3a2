import { type SQL, sql } from 'drizzle-orm';
import { callUsers } from '../../platform/database/schema.ts';

/** Counted from midnight in the agent's time zone. @param agent alias of the users table in the statement */
export function hasReachedDailyLimit(agent: SQL, now: number): SQL<boolean> {
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  return sql<boolean>`case when ${agent}.cap is null then false else ${agent}.cap <= (
    select count(*) from ${callUsers} accepted where accepted.user_id = ${agent}.id
      and accepted.accepted_at >= date_trunc('day', ${at} at time zone ${agent}.time_zone) at time zone ${agent}.time_zone
  ) end`;
}
