import type { LeadOutlook } from '@offhook/contract/console/leads/lead-timeline-entities';
import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { calls, type leads, scheduledCalls, teams, users } from '../../platform/database/schema.ts';
import { readAccountRules, readContact } from '../contact-facts.ts';
import { leadOutlook } from '../core/call-times/outlook.ts';
import { mayContact } from '../core/consent/callable.ts';
import { readLastPlan } from './scheduled-calls.ts';

/** The lead may be erased. */
export async function readOutlook(
  { db, clock }: DatabaseAndClock,
  lead: typeof leads.$inferSelect,
): Promise<LeadOutlook> {
  const now = clock.now();
  const [[openCall], [anyCall], [scheduled], [ended], last] = await Promise.all([
    db
      .select({ id: calls.id })
      .from(calls)
      .where(and(eq(calls.lead_id, lead.id), isNull(calls.ended_at)))
      .orderBy(desc(calls.id))
      .limit(1),
    db.select({ id: calls.id }).from(calls).where(eq(calls.lead_id, lead.id)).limit(1),
    readScheduled(db, lead.id),
    db
      .select({ at: scheduledCalls.ended_at, reason: scheduledCalls.cancelled })
      .from(scheduledCalls)
      .where(and(eq(scheduledCalls.lead_id, lead.id), isNotNull(scheduledCalls.ended_at)))
      .orderBy(desc(scheduledCalls.ended_at), desc(scheduledCalls.id))
      .limit(1),
    readLastPlan(db, lead.id),
  ]);
  const outlook = leadOutlook(
    {
      isErased: lead.erased_at !== null,
      openCallId: openCall?.id ?? null,
      blocked: lead.erased_at === null ? await readBlocked(db, lead, now) : null,
      scheduled: scheduled
        ? { id: scheduled.row.id, dueAt: scheduled.row.due_at.getTime(), reason: scheduled.row.reason }
        : null,
      last,
      hasCalls: anyCall !== undefined,
      canceled: ended?.at && ended.reason !== null ? { at: ended.at.getTime(), reason: ended.reason } : null,
      origin: lead.origin,
    },
    now,
  );
  const shown = outlook.state === 'scheduled' ? scheduled : undefined;
  return {
    state: outlook.state,
    call_id: outlook.state === 'calling' ? outlook.callId : null,
    due_at: outlook.state === 'scheduled' ? new Date(outlook.dueAt).toISOString() : null,
    retry: shown?.row.retry ?? null,
    lead_retry: shown?.row.lead_retry ?? null,
    team: shown?.team ?? null,
    agent: shown?.agent ?? null,
    reason: outlook.state === 'calling' ? null : outlook.reason,
  };
}

/** Rung before the team, or alone. */
export const RUNG_FIRST = sql<
  number | null
>`coalesce(${scheduledCalls.callback_for}, ${scheduledCalls.asked_by})`;

async function readScheduled(db: Database, leadId: number) {
  return db
    .select({
      row: scheduledCalls,
      team: { id: teams.id, name: teams.name },
      agent: { id: users.id, full_name: users.full_name },
    })
    .from(scheduledCalls)
    .leftJoin(teams, eq(teams.id, scheduledCalls.team_id))
    .leftJoin(users, eq(users.id, RUNG_FIRST))
    .where(and(eq(scheduledCalls.lead_id, leadId), isNull(scheduledCalls.ended_at)))
    .orderBy(asc(scheduledCalls.due_at))
    .limit(1);
}

async function readBlocked(db: Database, lead: typeof leads.$inferSelect, now: number) {
  const account = await readAccountRules(db, lead.account_id);
  const person = { phoneNumber: lead.phone_number, lead, teamId: lead.team_id };
  const { contact, rules } = await readContact(db, account, person, now);
  const verdict = mayContact('call', contact, rules, now);
  return verdict.kind === 'blocked' ? verdict.reason : null;
}
