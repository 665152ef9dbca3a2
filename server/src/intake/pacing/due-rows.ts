import { type SQL, sql } from 'drizzle-orm';
import { CALLBACK_GRACE_MS } from '../../leads/core/call-times/callback-times.ts';
import { leads, scheduledCalls } from '../../platform/database/schema.ts';

/** Who is rung first: the callback's agent, else the lead's owner. */
export const FIRST_AGENT = sql<
  number | null
>`coalesce(${scheduledCalls.callback_for}, ${leads.owner_user_id})`.mapWith(leads.owner_user_id);

/** As `FIRST_AGENT`, but null for an overdue callback: it is the team's, even while that agent has other calls. */
export function heldFor(now: number): SQL<number | null> {
  const overdue = new Date(now - CALLBACK_GRACE_MS).toISOString();
  return sql<
    number | null
  >`case when ${scheduledCalls.callback_by} is not null and ${scheduledCalls.team_id} is not null
    and ${scheduledCalls.due_at} <= ${overdue}::timestamptz then null else ${FIRST_AGENT} end`.mapWith(
    leads.owner_user_id,
  );
}

/** As `sortByPriority`. */
export const PRIORITY = sql`coalesce(${scheduledCalls.lead_retry}, 0), coalesce(${scheduledCalls.retry}, 0), ${scheduledCalls.created_at}`;

/** A call's place in the order of `PRIORITY`. The time is PostgreSQL's text, which has microseconds. */
export type Turn = readonly [leadRetry: number, retry: number, createdAt: string, id: number];

export const TURN = sql<Turn>`json_build_array(coalesce(${scheduledCalls.lead_retry}, 0), coalesce(${scheduledCalls.retry}, 0),
  ${scheduledCalls.created_at}::text, ${scheduledCalls.id})`;

export function isAfter(turn: Turn | null): SQL | undefined {
  if (turn === null) return undefined;
  const [leadRetry, retry, createdAt, id] = turn;
  const place = sql`(coalesce(${scheduledCalls.lead_retry}, 0), coalesce(${scheduledCalls.retry}, 0), ${scheduledCalls.created_at})`;
  const other = sql`(${leadRetry}::integer, ${retry}::integer, ${createdAt}::timestamptz)`;
  // As the index is sorted, which doesn't have the ID.
  return sql`${place} >= ${other} and (${place} > ${other} or ${scheduledCalls.id} > ${id}::bigint)`;
}
