/** Calls that are promised to leads: made when a call ends in vain or cannot be made now, dropped when one is not wanted. */

import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { pick } from '../platform/core/pick.ts';
import { type Database, insert, queryRows } from '../platform/database/database.ts';
import { calls, leads, profiles, scheduledCalls, teams } from '../platform/database/schema.ts';
import type { Clock } from '../platform/process/clock.ts';
import { type AccountRules, contactOf, readAccount, scheduleOf } from './contact-facts.ts';
import { mayContact } from './core/callable.ts';
import {
  firstAllowed,
  firstFreeSlot,
  HOURS_END,
  isSpread,
  type Opening,
  REACHES_LEAD_MS,
  SPREAD_MS,
} from './core/first-allowed.ts';
import { afterCall, type LastCall, type LeadThen, nextTry, type TryPlan } from './core/next-try.ts';
import { leadOfCaller } from './unknown-callers.ts';

/** What a promise depends on. */
export type LeadRecord = Pick<
  typeof leads.$inferSelect,
  'id' | 'phone_number' | 'do_not_call' | 'removed_at' | 'time_zone'
>;
export type PlannedRow = typeof scheduledCalls.$inferSelect;

export interface Wish {
  readonly accountId: number;
  readonly lead: LeadRecord;
  readonly teamId: number | null;
  /** ms since 1970; the promise is for the first allowed minute from then on. */
  readonly from: number;
  readonly retry: number | null;
  readonly leadRetry: number | null;
  readonly previousCallId: number | null;
  readonly isFallback?: boolean;
  readonly askedBy?: number | null;
  readonly intakeKey?: string | null;
  /** When the lead came, or asked to be called. */
  readonly requestedAt: number;
  /** Why it is not called now. */
  readonly reason: string;
}

export type Promised =
  | { readonly kind: 'planned'; readonly id: number; readonly at: number; readonly reason: string }
  | { readonly kind: 'never'; readonly reason: string };

/** Takes the place of whatever was promised to the lead before. The lead's row is locked by this transaction. */
export async function promiseCall(tx: Database, wish: Wish, now: number): Promise<Promised> {
  const account = await readAccount(tx, wish.accountId);
  const opening = await openingFor(tx, account, wish.lead, wish.teamId, wish.from, now);
  if (opening.kind === 'never') {
    await dropPlans(tx, wish.lead.id, opening.reason, now);
    return opening;
  }
  await dropPlans(tx, wish.lead.id, 'Another call was promised instead', now);
  const reason = opening.reason ?? wish.reason;
  const row = await insert(tx, scheduledCalls, {
    account_id: wish.accountId,
    lead_id: wish.lead.id,
    team_id: wish.teamId,
    due_at: new Date(opening.at),
    retry: wish.retry,
    lead_retry: wish.leadRetry,
    previous_call_id: wish.previousCallId,
    is_fallback: wish.isFallback ?? false,
    asked_by: wish.askedBy ?? null,
    intake_key: wish.intakeKey ?? null,
    reason,
    requested_at: new Date(wish.requestedAt),
    created_at: new Date(now),
  });
  return { kind: 'planned', id: row.id, at: opening.at, reason };
}

/**
 * The first minute at which the team works and the lead may be called; apart from the team's others when it is later.
 * @param known the team's hours, from whoever has read them already
 */
export async function openingFor(
  tx: Database,
  account: AccountRules,
  lead: LeadRecord,
  teamId: number | null,
  from: number,
  now: number,
  known?: WeeklySchedule | null,
): Promise<Opening> {
  const schedule = known === undefined ? await scheduleOf(tx, teamId) : known;
  const person = { phoneNumber: lead.phone_number, lead, teamId, schedule };
  const contact = await contactOf(tx, account, person, now);
  const hours = { schedule, contact: contact.contact, rules: contact.rules };
  const wished = Math.max(from, now);
  const opening = firstAllowed(hours, wished);
  if (teamId === null || !isSpread(opening)) return opening;
  const taken = await tx
    .select({ at: scheduledCalls.due_at })
    .from(scheduledCalls)
    .where(
      and(
        eq(scheduledCalls.team_id, teamId),
        isNull(scheduledCalls.ended_at),
        gt(scheduledCalls.due_at, new Date(opening.at - SPREAD_MS)),
        sql`${scheduledCalls.lead_id} <> ${lead.id}`,
      ),
    );
  return firstFreeSlot(
    hours,
    wished,
    taken.map(({ at }) => at.getTime()),
  );
}

/** Why nobody else may be rung for a lead whose call began at a good hour; null: somebody may. */
export async function hoursEnded(
  tx: Database,
  { leadId, accountId, teamId }: { leadId: number | null; accountId: number; teamId: number | null },
  now: number,
): Promise<string | null> {
  const [lead] = leadId === null ? [] : await tx.select().from(leads).where(eq(leads.id, leadId));
  if (!lead) return null;
  const person = { phoneNumber: lead.phone_number, lead, teamId };
  const { contact, rules } = await contactOf(tx, await readAccount(tx, accountId), person, now);
  // This call counts among the tries of the day itself.
  const hours = { ...rules, attemptsPerDay: null };
  const verdict = mayContact('call', contact, hours, now + REACHES_LEAD_MS);
  return verdict.kind === 'later' ? HOURS_END : null;
}

/** Nothing that was promised to the lead is kept. */
export async function dropPlans(tx: Database, leadId: number, why: string, now: number): Promise<void> {
  await tx
    .update(scheduledCalls)
    .set({ ended_at: new Date(now), cancelled: why })
    .where(and(eq(scheduledCalls.lead_id, leadId), isNull(scheduledCalls.ended_at)));
}

/** An unknown caller becomes a lead at the end of the call when no agent added one and the team will call back. */
async function callerToCallBack(
  tx: Database,
  call: typeof calls.$inferSelect,
  plan: TryPlan,
  now: number,
): Promise<LeadRecord | null> {
  if (nextTry(lastCallOf(call), plan) === null) return null;
  const leadId = await leadOfCaller(tx, call, now);
  if (leadId === null) return null;
  const [lead] = await tx.select().from(leads).where(eq(leads.id, leadId));
  return lead ?? null;
}

/**
 * What comes after a call that has just ended, or whose result was just given: by the profile of the call another one
 * is promised, or none is. Only the lead's last call counts.
 */
export async function planAfter(
  parts: { readonly clock: Clock },
  tx: Database,
  callId: number,
): Promise<void> {
  const now = parts.clock.now();
  const [row] = await tx
    .select({ call: calls, lead: leads, profile: profiles, team: teams })
    .from(calls)
    .leftJoin(leads, eq(leads.id, calls.lead_id))
    .leftJoin(profiles, eq(profiles.id, calls.profile_id))
    .leftJoin(teams, eq(teams.id, calls.team_id))
    .where(eq(calls.id, callId));
  if (!row) return;
  const { call, profile, team } = row;
  const plan = {
    retryMinutes: profile?.retry_minutes ?? [],
    followupMinutes: profile?.followup_minutes ?? [],
    hasFallback: team !== null && team.fallback_team_id !== null,
  };
  const lead = row.lead ?? (await callerToCallBack(tx, call, plan, now));
  if (lead === null) return;
  // The lead before its promises, as everybody does who changes both.
  await tx.execute(sql`select 1 from ${leads} where id = ${lead.id} for no key update`);
  const then = afterCall(lastCallOf(call), plan, await leadThen(tx, lead.id, callId));
  if (then.kind === 'leave') return;
  if (then.kind === 'drop') return dropPlans(tx, lead.id, then.reason, now);
  const { next } = then;
  await promiseCall(
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
      reason: call.reasons.at(-1) ?? 'The lead was not reached',
    },
    now,
  );
}

async function leadThen(tx: Database, leadId: number, callId: number): Promise<LeadThen> {
  const [row] = await queryRows<{ newer: boolean; awaited: boolean }>(
    tx,
    sql`select
      exists (select 1 from ${calls} where lead_id = ${leadId} and id > ${callId}) as newer,
      exists (select 1 from ${scheduledCalls} where lead_id = ${leadId} and ended_at is null) as awaited`,
  );
  return { hasNewerCall: row?.newer ?? false, isAwaited: row?.awaited ?? false };
}

export function lastCallOf(row: typeof calls.$inferSelect): LastCall {
  return {
    ...pick(row, 'type', 'direction', 'status', 'result'),
    wasTaken: row.claimed_by !== null || row.agent_id !== null,
    wasTalk: row.talk_started_at !== null,
    leftMessage: row.voicemail_seconds !== null,
    retry: row.retry,
    leadRetry: row.lead_retry,
    isFallback: row.is_fallback,
    endedAt: row.ended_at?.getTime() ?? null,
  };
}
