import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { and, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { pick } from '../../platform/core/pick.ts';
import { english } from '../../platform/core/sentences.ts';
import { type Database, insert, queryRows } from '../../platform/database/database.ts';
import { calls, leads, profiles, scheduledCalls, teams } from '../../platform/database/schema.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { type AccountRules, readAccountRules, readContact, readSchedule } from '../contact-facts.ts';
import {
  type CallTime,
  type CallTimeConstraints,
  earliestCallTime,
  earliestFreeSlot,
  HOURS_END_REASON,
  needsSpacing,
  SPACING_MS,
  TIME_TO_REACH_LEAD_MS,
} from '../core/call-times/earliest-call-time.ts';
import {
  type AttemptPlan,
  type LastCall,
  type LeadState,
  type NextAttempt,
  nextAttempt,
  planAfterCall,
  wereAgentsOccupied,
} from '../core/call-times/next-attempt.ts';
import { mayContact } from '../core/consent/callable.ts';
import { createLeadForCaller } from '../unknown-callers.ts';
import { cancelCallbacks, recordCallbackEvent, type ScheduledCallRow } from './cancel-callbacks.ts';

export const CALLBACK_REASON = english({ id: 'schedule.callback' });

export type LeadRecord = Pick<
  typeof leads.$inferSelect,
  'id' | 'phone_number' | 'do_not_call' | 'removed_at' | 'time_zone'
>;

export interface ScheduleRequest {
  readonly accountId: number;
  readonly lead: LeadRecord;
  readonly teamId: number | null;
  /** In ms since 1970. The call is due at the first allowed minute from then on. */
  readonly from: number;
  readonly retry: number | null;
  readonly leadRetry: number | null;
  readonly previousCallId: number | null;
  readonly isFallback?: boolean;
  readonly requestedBy?: number | null;
  readonly intakeKey?: string | null;
  readonly requestedAt: number;
  readonly reason: string;
}

export type ScheduleResult =
  | { readonly kind: 'scheduled'; readonly id: number; readonly at: number; readonly reason: string }
  | { readonly kind: 'never'; readonly reason: string };

/** Replaces the lead's retry or follow-up. The transaction must hold the lock on the lead's row. */
export async function addScheduledCall(
  tx: Database,
  request: ScheduleRequest,
  now: number,
): Promise<ScheduleResult> {
  const account = await readAccountRules(tx, request.accountId);
  const callTime = await findCallTime(tx, account, request.lead, request.teamId, request.from, now);
  if (callTime.kind === 'never') {
    await cancelAttempts(tx, request.lead.id, callTime.reason, now);
    return callTime;
  }
  await cancelAttempts(tx, request.lead.id, english({ id: 'schedule.replaced' }), now);
  const reason = callTime.reason ?? request.reason;
  const row = await insert(tx, scheduledCalls, {
    account_id: request.accountId,
    lead_id: request.lead.id,
    team_id: request.teamId,
    due_at: new Date(callTime.at),
    retry: request.retry,
    lead_retry: request.leadRetry,
    previous_call_id: request.previousCallId,
    is_fallback: request.isFallback ?? false,
    asked_by: request.requestedBy ?? null,
    intake_key: request.intakeKey ?? null,
    reason,
    requested_at: new Date(request.requestedAt),
    created_at: new Date(now),
  });
  return { kind: 'scheduled', id: row.id, at: callTime.at, reason };
}

/** @param knownSchedule the team's schedule, if the caller has read it */
export async function findCallTime(
  tx: Database,
  account: AccountRules,
  lead: LeadRecord,
  teamId: number | null,
  from: number,
  now: number,
  knownSchedule?: WeeklySchedule | null,
): Promise<CallTime> {
  const hours = await readCallHours(tx, account, lead, teamId, now, knownSchedule);
  const notBefore = Math.max(from, now);
  const callTime = earliestCallTime(hours, notBefore);
  if (teamId === null || !needsSpacing(callTime)) return callTime;
  const dueTimes = await tx
    .select({ at: scheduledCalls.due_at })
    .from(scheduledCalls)
    .where(
      and(
        eq(scheduledCalls.team_id, teamId),
        isNull(scheduledCalls.ended_at),
        gt(scheduledCalls.due_at, new Date(callTime.at - SPACING_MS)),
        sql`${scheduledCalls.lead_id} <> ${lead.id}`,
      ),
    );
  return earliestFreeSlot(
    hours,
    notBefore,
    dueTimes.map(({ at }) => at.getTime()),
  );
}

export async function readCallHours(
  tx: Database,
  account: AccountRules,
  lead: LeadRecord,
  teamId: number | null,
  now: number,
  knownSchedule?: WeeklySchedule | null,
): Promise<CallTimeConstraints> {
  const schedule = knownSchedule === undefined ? await readSchedule(tx, teamId) : knownSchedule;
  const person = { phoneNumber: lead.phone_number, lead, teamId, schedule };
  const { contact, rules } = await readContact(tx, account, person, now);
  return { schedule, contact, rules };
}

/** Why no further agent may be rung for an ongoing call, or null. */
export async function callingHoursEndReason(
  tx: Database,
  { leadId, accountId, teamId }: { leadId: number | null; accountId: number; teamId: number | null },
  now: number,
): Promise<string | null> {
  const [lead] = leadId === null ? [] : await tx.select().from(leads).where(eq(leads.id, leadId));
  if (!lead) return null;
  const person = { phoneNumber: lead.phone_number, lead, teamId };
  const { contact, rules } = await readContact(tx, await readAccountRules(tx, accountId), person, now);
  // The current call already counts toward the daily limit.
  const hours = { ...rules, attemptsPerDay: null };
  const verdict = mayContact('call', contact, hours, now + TIME_TO_REACH_LEAD_MS);
  return verdict.kind === 'later' ? HOURS_END_REASON : null;
}

/** Also the callback. @param by the user whose change cancels them @returns the users whose callbacks were canceled */
export async function cancelScheduledCalls(
  tx: Database,
  leadId: number,
  reason: string,
  now: number,
  by: number | null = null,
): Promise<number[]> {
  await cancelAttempts(tx, leadId, reason, now);
  const ofLead = and(eq(scheduledCalls.lead_id, leadId), isNotNull(scheduledCalls.callback_by));
  return cancelCallbacks(tx, ofLead, reason, now, by);
}

/** Retries, follow-ups and requested calls. */
export async function cancelAttempts(
  tx: Database,
  leadId: number,
  reason: string,
  now: number,
): Promise<void> {
  await tx
    .update(scheduledCalls)
    .set({ ended_at: new Date(now), cancelled: reason })
    .where(
      and(
        eq(scheduledCalls.lead_id, leadId),
        isNull(scheduledCalls.ended_at),
        isNull(scheduledCalls.callback_by),
      ),
    );
}

/** If the team will call back, an unknown caller becomes a lead at the end of the call. */
async function createLeadForCallback(
  tx: Database,
  call: typeof calls.$inferSelect,
  plan: AttemptPlan,
  now: number,
): Promise<LeadRecord | null> {
  if (nextAttempt(toLastCall(call), plan) === null) return null;
  const leadId = await createLeadForCaller(tx, call, now);
  if (leadId === null) return null;
  const [lead] = await tx.select().from(leads).where(eq(leads.id, leadId));
  return lead ?? null;
}

/**
 * Runs when a call ends or gets its result.
 * @param by the user who chose the result
 * @returns the users whose callbacks were canceled
 */
export async function scheduleNextAttempt(
  deps: { readonly clock: Clock },
  tx: Database,
  callId: number,
  by: number | null = null,
): Promise<readonly number[]> {
  const now = deps.clock.now();
  const found = await readCallAndPlan(tx, eq(calls.id, callId));
  if (!found) return [];
  const lead = found.lead ?? (await createLeadForCallback(tx, found.call, found.plan, now));
  if (lead === null) return [];
  // Lock order: the lead, then its scheduled calls.
  await tx.execute(sql`select 1 from ${leads} where id = ${lead.id} for no key update`);
  const state = await readLeadState(tx, lead.id, found.call);
  const change = planAfterCall(toLastCall(found.call), found.plan, state);
  if (change.kind === 'cancel' && !change.keepsCallback)
    return cancelScheduledCalls(tx, lead.id, change.reason, now, by);
  if (change.kind === 'cancel') await cancelAttempts(tx, lead.id, change.reason, now);
  if (change.kind === 'callBackAgain') await callBackAgain(tx, lead, found.call, change.dueAt, now);
  if (change.kind === 'schedule') await addNextAttempt(tx, lead, found, change.next, now);
  return [];
}

/** The same callback, so that it stays in its agent's list. */
async function callBackAgain(
  tx: Database,
  lead: LeadRecord,
  { id, account_id }: typeof calls.$inferSelect,
  dueAt: number,
  now: number,
): Promise<void> {
  const ofCall = and(eq(scheduledCalls.call_id, id), isNotNull(scheduledCalls.callback_by));
  const [callback] = await tx.select().from(scheduledCalls).where(ofCall);
  if (!callback) return;
  const account = await readAccountRules(tx, account_id);
  const time = earliestCallTime(await readCallHours(tx, account, lead, callback.team_id, now), dueAt);
  if (time.kind === 'never') return;
  await cancelAttempts(tx, lead.id, english({ id: 'schedule.replaced' }), now);
  const changes = { due_at: new Date(time.at), reason: time.reason ?? CALLBACK_REASON };
  await tx
    .update(scheduledCalls)
    .set({ ...changes, ended_at: null, call_id: null })
    .where(eq(scheduledCalls.id, callback.id));
  await recordCallbackEvent(tx, 'callback_changed', callback, now);
}

/** The attempt that the lead would have without the callback. The transaction must hold the lock on the lead's row. */
export async function scheduleInPlaceOfCallback(
  tx: Database,
  { lead_id, created_at }: ScheduledCallRow,
  now: number,
): Promise<void> {
  const [lead] = await tx.select().from(leads).where(eq(leads.id, lead_id));
  const [attempt] = await tx
    .select()
    .from(scheduledCalls)
    .where(and(eq(scheduledCalls.lead_id, lead_id), isNull(scheduledCalls.callback_by)))
    .orderBy(desc(scheduledCalls.id))
    .limit(1);
  if (!lead || (attempt && attempt.ended_at === null)) return;
  const found = await readCallAndPlan(
    tx,
    and(eq(calls.lead_id, lead_id), isPlannedAfterSql(), sql`not ${isMissedCallbackSql()}`),
  );
  const state = { hasNewerCall: false, hasScheduledCall: false, hasNewCallback: false, callbackDueAt: null };
  const change = found ? planAfterCall(toLastCall(found.call), found.plan, state) : null;
  if (change?.kind === 'cancel' && !change.keepsCallback) return;
  const endedAt = found ? found.call.ended_at : new Date(0);
  if (
    attempt?.ended_at &&
    attempt.cancelled === english({ id: 'schedule.replaced' }) &&
    attempt.ended_at >= created_at &&
    endedAt &&
    attempt.created_at >= endedAt
  ) {
    await addScheduledCall(
      tx,
      {
        accountId: attempt.account_id,
        lead,
        teamId: attempt.team_id,
        from: attempt.due_at.getTime(),
        retry: attempt.retry,
        leadRetry: attempt.lead_retry,
        previousCallId: attempt.previous_call_id,
        isFallback: attempt.is_fallback,
        requestedBy: attempt.asked_by,
        requestedAt: attempt.requested_at.getTime(),
        reason: attempt.reason,
      },
      now,
    );
  } else if (found && change?.kind === 'schedule') {
    await addNextAttempt(tx, lead, found, change.next, now);
  }
}

/** Other calls leave the lead's attempts as they are. */
const isPlannedAfterSql = () =>
  sql`(${calls.type} = 'lead' or ${calls.result} in ('contacted', 'removed')
    or ${calls.type} = 'inbound' and ${calls.voicemail_seconds} is not null)`;

/** No agent accepted the callback that was due. */
const isMissedCallbackSql = () =>
  sql`(${calls.callback_by} is not null and ${calls.claimed_by} is null and ${calls.agent_id} is null)`;

/** When no agent accepted the callback last; null: it hasn't rung since it was set. In ms since 1970. */
export const CALLBACK_MISSED_AT = sql<number | null>`(select extract(epoch from max(${calls.ended_at})) * 1000
  from ${calls} where ${calls.lead_id} = ${scheduledCalls.lead_id} and ${calls.requested_at} = ${scheduledCalls.requested_at}
    and ${calls.callback_by} = ${scheduledCalls.callback_by} and ${isMissedCallbackSql()})`.mapWith(
  (at: number | string | null) => (at === null ? null : Number(at)),
);

type CallAndPlan = NonNullable<Awaited<ReturnType<typeof readCallAndPlan>>>;

/** The newest call that decided on the lead's attempts. */
export async function readLastPlan(
  db: Database,
  leadId: number,
): Promise<{ readonly call: LastCall; readonly plan: AttemptPlan } | null> {
  const found = await readCallAndPlan(
    db,
    and(eq(calls.lead_id, leadId), isPlannedAfterSql(), sql`not ${isMissedCallbackSql()}`),
  );
  return found && { call: toLastCall(found.call), plan: found.plan };
}

/** The newest of the calls. */
export async function readCallAndPlan(tx: Database, where: SQL | undefined) {
  const [row] = await tx
    .select({ call: calls, lead: leads, profile: profiles, team: teams })
    .from(calls)
    .leftJoin(leads, eq(leads.id, calls.lead_id))
    .leftJoin(profiles, eq(profiles.id, calls.profile_id))
    .leftJoin(teams, eq(teams.id, calls.team_id))
    .where(where)
    .orderBy(desc(calls.id))
    .limit(1);
  if (!row) return null;
  const { profile, team } = row;
  const plan = {
    retryMinutes: profile?.retry_minutes ?? [],
    followupMinutes: profile?.followup_minutes ?? [],
    hasFallback: team !== null && team.fallback_team_id !== null,
  };
  return { ...row, plan };
}

async function addNextAttempt(
  tx: Database,
  lead: LeadRecord,
  { call, team }: CallAndPlan,
  next: NextAttempt,
  now: number,
): Promise<void> {
  await addScheduledCall(
    tx,
    {
      accountId: call.account_id,
      lead,
      teamId: next.isFallback ? (team?.fallback_team_id ?? null) : call.team_id,
      from: next.dueAt,
      retry: next.retry,
      leadRetry: next.leadRetry,
      previousCallId: call.id,
      isFallback: next.isFallback,
      requestedAt: now,
      reason: call.reasons.at(-1) ?? english({ id: 'schedule.leadNotReached' }),
    },
    now,
  );
}

async function readLeadState(
  tx: Database,
  leadId: number,
  { id, started_at }: typeof calls.$inferSelect,
): Promise<LeadState> {
  const [row] = await queryRows<{
    newer: boolean;
    awaited: boolean;
    callback: boolean;
    callbackDueAt: number | null;
  }>(
    tx,
    sql`select
      exists (select 1 from ${calls} where lead_id = ${leadId} and id > ${id}) as newer,
      exists (select 1 from ${scheduledCalls} where lead_id = ${leadId} and ended_at is null
        and callback_by is null) as awaited,
      exists (select 1 from ${scheduledCalls} where lead_id = ${leadId} and ended_at is null
        and callback_by is not null and requested_at >= ${started_at.toISOString()}::timestamptz) as callback,
      (select extract(epoch from min(coalesce(one.planned_for, one.started_at)))::float8 * 1000
        from ${calls} one join ${calls} this on this.id = ${id} and this.lead_id = one.lead_id
        where one.callback_by = this.callback_by and one.requested_at = this.requested_at) as "callbackDueAt"`,
  );
  return {
    hasNewerCall: row?.newer ?? false,
    hasScheduledCall: row?.awaited ?? false,
    hasNewCallback: row?.callback ?? false,
    callbackDueAt: row?.callbackDueAt ?? null,
  };
}

export function toLastCall(row: typeof calls.$inferSelect): LastCall {
  return {
    ...pick(row, 'type', 'direction', 'status', 'result'),
    wasClaimed: row.claimed_by !== null || row.agent_id !== null,
    hadConversation: row.talk_started_at !== null,
    leftVoicemail: row.voicemail_seconds !== null,
    // An agent who requested the call isn't the team.
    agentsWereOccupied: row.asked_by === null && wereAgentsOccupied(row.status, row.reasons),
    retry: row.retry,
    leadRetry: row.lead_retry,
    isFallback: row.is_fallback,
    endedAt: row.ended_at?.getTime() ?? null,
  };
}
