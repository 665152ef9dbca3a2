import { type SQL, sql } from 'drizzle-orm';
import { leads, scheduledCalls } from '../../platform/database/schema.ts';
import { CALLBACK_GRACE_MS } from '../core/due-calls.ts';

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
