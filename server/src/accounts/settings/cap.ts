import { type SQL, sql } from 'drizzle-orm';
import { callUsers } from '../../platform/database/schema.ts';

/**
 * Whether an agent has had as many calls as may be since midnight where they are.
 * @param agent the table of users, under the name that it has in the statement
 * @param now ms since 1970
 */
export function isAtCap(agent: SQL, now: number): SQL<boolean> {
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  return sql<boolean>`case when ${agent}.cap is null then false else ${agent}.cap <= (
    select count(*) from ${callUsers} had where had.user_id = ${agent}.id
      and had.accepted_at >= date_trunc('day', ${at} at time zone ${agent}.time_zone) at time zone ${agent}.time_zone
  ) end`;
}
