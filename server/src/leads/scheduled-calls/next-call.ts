import type { LeadStory } from '@offhook/contract/leads/lead-story';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { type calls, type leads, type profiles, scheduledCalls } from '../../platform/database/schema.ts';
import { readAccountRules } from '../contact-facts.ts';
import { nextAttempt } from '../core/call-times/next-attempt.ts';
import { findCallTime, toLastCall } from './scheduled-calls.ts';

interface CurrentCall {
  readonly call: typeof calls.$inferSelect;
  readonly lead: typeof leads.$inferSelect;
  readonly profile: typeof profiles.$inferSelect | null;
}

/** The lead's scheduled call, else the follow-up that this call leads to if it doesn't reach the lead. */
export async function findNextCall(
  db: Database,
  { call, lead, profile }: CurrentCall,
  now: number,
): Promise<LeadStory['next_call']> {
  const followupMinutes = profile?.followup_minutes ?? [];
  const [scheduled] = await db
    .select({ at: scheduledCalls.due_at, followUp: scheduledCalls.lead_retry })
    .from(scheduledCalls)
    .where(and(eq(scheduledCalls.lead_id, lead.id), isNull(scheduledCalls.ended_at)))
    .orderBy(asc(scheduledCalls.due_at))
    .limit(1);
  if (scheduled)
    return {
      at: scheduled.at.toISOString(),
      follow_up: scheduled.followUp,
      follow_ups: followupMinutes.length,
      if_unreached: false,
    };
  if (call.talk_started_at !== null) return null;
  const unreached = { ...toLastCall(call), wasClaimed: true, result: 'missed', endedAt: now } as const;
  const next = nextAttempt(unreached, { retryMinutes: [], followupMinutes, hasFallback: false });
  if (next === null) return null;
  const rules = await readAccountRules(db, call.account_id);
  const callTime = await findCallTime(db, rules, lead, call.team_id, next.dueAt, now);
  if (callTime.kind === 'never') return null;
  return {
    at: new Date(callTime.at).toISOString(),
    follow_up: next.leadRetry,
    follow_ups: followupMinutes.length,
    if_unreached: true,
  };
}
