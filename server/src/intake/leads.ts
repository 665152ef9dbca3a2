/** A lead arrives: it is stored, and whoever can call it is rung, now or when the time has come. */

import type { Lead } from '@offhook/contract/entities';
import type { LeadIntake } from '@offhook/contract/requests';
import { and, desc, eq, gt, isNotNull, isNull, ne, notExists, or } from 'drizzle-orm';
import { advance, hintRung, type StepParts } from '../calls/call-steps.ts';
import { addCall, type MadeCall } from '../calls/outbound/call-making.ts';
import { type LeadLine, type Line, lineForLead } from '../calls/outbound/lines.ts';
import { offerToNext } from '../calls/rings/ring-agents.ts';
import { addConsent } from '../leads/consents.ts';
import { rulesOf } from '../leads/contact-facts.ts';
import { barredReason } from '../leads/core/callable.ts';
import { isCrm } from '../leads/core/crm-names.ts';
import { type LeadRow, leadView, upsertLead } from '../leads/lead-rows.ts';
import { type LeadRecord, openingFor, promiseCall } from '../leads/planned-calls.ts';
import { isTimeZone, localDateTime } from '../platform/core/local-time.ts';
import type { Database } from '../platform/database/database.ts';
import { presenceCutoff } from '../platform/database/query-time.ts';
import { calls, callUsers, routingDecisions, scheduledCalls } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Account } from '../platform/http/caller.ts';
import { readNumberToCall } from '../platform/phone-numbers/phone-numbers.ts';
import { type Outbox, transact } from '../platform/work-queue/transact.ts';
import { decideLead } from './core/lead-decision.ts';
import { isEcho } from './crm-echo.ts';

export interface LeadAnswer {
  readonly success: true;
  readonly lead: Lead;
  readonly call_id: number | null;
  /** What will happen. */
  readonly outcome: string;
  /** Why. */
  readonly reason: string;
  /** ISO 8601; null: no call is promised. */
  readonly scheduled_for: string | null;
}

export interface Outcome {
  readonly callId: number | null;
  readonly outcome: string;
  readonly reason: string;
  readonly scheduledFor: number | null;
}

const RINGING = 'ringing now';
const NOT_CALLED = 'not called';
const ECHO = 'The CRM was told of this lead by Offhook';
/** A sender that repeats itself, and a person who clicks twice, do so within this. */
const REPEATED_WITHIN_MS = 60_000;
/** Another request with the same key was quicker. */
const TAKEN: Outcome = { callId: null, outcome: 'taken already', reason: '', scheduledFor: null };

/**
 * Parses, finds and stores the lead, decides by what is known of it, and carries the decision out, in one transaction
 * with the effects that it orders.
 */
export async function takeLead(
  parts: StepParts,
  account: Account,
  intake: LeadIntake,
  idempotencyKey: string | null,
): Promise<LeadAnswer> {
  return takeIn(parts, account, intake, idempotencyKey, async (tx, outbox, lead, found) => {
    const now = parts.clock.now();
    const refused = await whyNotCalled(tx, lead, intake, now);
    if (refused !== null) return refused;
    const { line, schedule, teamId, delaySeconds } = found;
    if (line === null) throw new ApiError('noNumber');
    const opening = await openingFor(tx, rulesOf(account), recordOf(lead), teamId, now, now, schedule);
    const decision = decideLead({ delaySeconds, opening, beginsCalls: parts.beginsCalls() }, now);
    const zone = schedule?.time_zone ?? account.time_zone;
    const arrival = { tx, outbox, account, lead, line, teamId, idempotencyKey, zone, now };
    // A call that is made at once finds by itself whether there is one: most leads come once, and are in a hurry.
    if (decision.kind === 'promise' || idempotencyKey !== null) {
      const known = await presentCall(tx, account.id, lead, idempotencyKey, zone, now);
      if (known !== null) return known;
    }
    switch (decision.kind) {
      case 'ring':
        return ring(parts, arrival);
      case 'promise': {
        const wish = { from: decision.from, reason: decision.reason, intakeKey: idempotencyKey };
        return promised(tx, account, lead, teamId, null, wish, zone, now);
      }
      case 'closed':
        return miss(parts, arrival, decision.reason, decision.isForEver);
      default:
        return decision satisfies never;
    }
  });
}

/** A stored lead whose call is to be made. */
interface Arrival {
  readonly tx: Database;
  readonly outbox: Outbox;
  readonly account: Account;
  readonly lead: LeadRow;
  readonly line: Line;
  readonly teamId: number;
  readonly idempotencyKey: string | null;
  readonly zone: string;
  readonly now: number;
}

/** null: it may be called. */
async function whyNotCalled(
  tx: Database,
  lead: LeadRow,
  { crm, source_id }: LeadIntake,
  now: number,
): Promise<Outcome | null> {
  const barred = barredReason({ doNotCall: lead.do_not_call, isRemoved: lead.is_removed });
  if (barred !== null)
    return { callId: null, outcome: 'blocked: do not call', reason: barred, scheduledFor: null };
  if (isCrm(crm) && source_id && (await isEcho(tx, crm, lead.id, source_id, now)))
    return { callId: null, outcome: NOT_CALLED, reason: ECHO, scheduledFor: null };
  return null;
}

/** null: there is one already, which another request made. */
function makeCall({ tx, account, lead, line, idempotencyKey, now }: Arrival): Promise<MadeCall | null> {
  return addCall(tx, {
    accountId: account.id,
    type: 'lead',
    direction: 'outbound',
    line,
    lead,
    at: now,
    unlessOpen: true,
    keepsPromises: true,
    ...(idempotencyKey === null ? {} : { intakeKey: idempotencyKey }),
  });
}

async function madeByAnother({ tx, account, lead, idempotencyKey, zone, now }: Arrival): Promise<Outcome> {
  return (await presentCall(tx, account.id, lead, idempotencyKey, zone, now)) ?? TAKEN;
}

/** Nobody may be rung: the call is missed, and the lead is promised another for when it may be called. */
async function miss(
  parts: StepParts,
  arrival: Arrival,
  reason: string,
  isForEver: boolean,
): Promise<Outcome> {
  const { tx, outbox, account, lead, teamId, idempotencyKey, zone, now } = arrival;
  const before = idempotencyKey === null ? await calledInVain(tx, lead.id, teamId, 'offline', now) : null;
  if (before !== null) {
    const plan = await openPlan(tx, lead.id);
    if (plan !== null) return scheduled(before, plan.due_at.getTime(), plan.reason, zone, now);
    if (isForEver) return { callId: before, outcome: NOT_CALLED, reason, scheduledFor: null };
  }
  const made = await makeCall(arrival);
  if (made === null) return madeByAnother(arrival);
  await advance(parts, tx, outbox, made, [{ type: 'nobodyLeft', status: 'offline', reason, at: now }]);
  // In place of the retry that a call without agents would have: the lead is called when it may be.
  return promised(tx, account, lead, teamId, made.facts.id, { from: now, reason }, zone, now);
}

/** Stores the lead, and lets `next` say what will happen. */
export async function takeIn(
  parts: StepParts,
  account: Account,
  intake: LeadIntake,
  idempotencyKey: string | null,
  next: (tx: Database, outbox: Outbox, lead: LeadRow, found: LeadLine) => Promise<Outcome>,
): Promise<LeadAnswer> {
  const number = readNumberToCall(intake.phone_number, account.country_code, rulesOf(account).numbers);
  if (intake.time_zone && !isTimeZone(intake.time_zone)) throw new ApiError('badInput');
  return transact(parts, async (tx, outbox) => {
    const now = parts.clock.now();
    const found = await lineForLead(tx, account.id, intake.team_id ?? null, intake.owner ?? null);
    if (found === null) throw new ApiError(intake.team_id ? 'notFound' : 'unavailable');
    const { teamId, ownerId } = found;
    const country = account.country_code;
    const fields = { ...intake, ownerId, teamId };
    const lead = await upsertLead(tx, account.id, number.phoneNumber, country, 'intake', fields, now);
    if (intake.consent) {
      const sender = { apiKeyId: account.api_key_id ?? null, idempotencyKey };
      await addConsent(tx, lead.id, intake.consent, sender, now);
    }
    const { callId, outcome, reason, scheduledFor } = await next(tx, outbox, lead, found);
    return {
      success: true,
      lead: leadView(lead, country),
      call_id: callId,
      outcome,
      reason,
      scheduled_for: scheduledFor === null ? null : new Date(scheduledFor).toISOString(),
    };
  });
}

export function recordOf(lead: LeadRow): LeadRecord {
  const { id, phone_number, do_not_call, is_removed, time_zone } = lead;
  return { id, phone_number, do_not_call, time_zone, removed_at: is_removed ? new Date(0) : null };
}

async function ring(parts: StepParts, arrival: Arrival): Promise<Outcome> {
  const { tx, outbox, idempotencyKey, zone, now } = arrival;
  const made = await makeCall(arrival);
  if (made === null) return madeByAnother(arrival);
  const { facts, conversation } = made;
  const offer = await offerToNext(tx, facts, conversation, {
    now,
    presenceCutoff: presenceCutoff(parts.clock),
  });
  if (offer.type === 'rung') {
    outbox.effects.push(...offer.effects);
    hintRung(parts, outbox, facts, offer.conversation);
    outbox.afterCommit.push(() => parts.realtime.callUpdated(facts.accountId, facts.id));
    const { length } = offer.conversation.callUsers;
    parts.log.info({ call: facts.id, agents: length }, 'lead rings');
    const reason = length === 1 ? '1 agent is rung' : `${length} agents are rung`;
    return { callId: facts.id, outcome: RINGING, reason, scheduledFor: null };
  }
  const { status, reason } = offer;
  // Without a key nothing tells this request from the one before it.
  const before =
    idempotencyKey === null
      ? await calledInVain(tx, facts.leadId ?? 0, facts.teamId, status, now, facts.id)
      : null;
  if (before === null) {
    await advance(parts, tx, outbox, made, [{ type: 'nobodyLeft', status, reason, at: now }]);
    parts.log.info({ call: facts.id, status }, 'lead not rung');
  } else {
    await unmake(tx, facts.id);
  }
  const callId = before ?? facts.id;
  const plan = await openPlan(tx, facts.leadId ?? 0);
  if (plan === null) return { callId, outcome: NOT_CALLED, reason, scheduledFor: null };
  return scheduled(callId, plan.due_at.getTime(), reason, zone, now);
}

/**
 * The call that the lead's last request made a moment ago, and for which nobody was rung for the same reason: one more
 * would be a second missed lead that there never was. The lead's row is locked by this transaction, so that one of
 * many requests at once is the first.
 */
async function calledInVain(
  tx: Database,
  leadId: number,
  teamId: number | null,
  status: 'missed' | 'busy' | 'offline',
  now: number,
  besides = 0,
): Promise<number | null> {
  const [last] = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(
      and(
        eq(calls.lead_id, leadId),
        eq(calls.type, 'lead'),
        eq(calls.status, status),
        teamId === null ? isNull(calls.team_id) : eq(calls.team_id, teamId),
        ne(calls.id, besides),
        gt(calls.started_at, new Date(now - REPEATED_WITHIN_MS)),
        isNotNull(calls.ended_at),
        notExists(tx.select({ id: callUsers.id }).from(callUsers).where(eq(callUsers.call_id, calls.id))),
      ),
    )
    .orderBy(desc(calls.id))
    .limit(1);
  return last?.id ?? null;
}

/** Of a call that nobody was rung for, in the transaction that made it. What was promised to the lead stands again. */
async function unmake(tx: Database, callId: number): Promise<void> {
  await tx
    .update(scheduledCalls)
    .set({ ended_at: null, call_id: null })
    .where(eq(scheduledCalls.call_id, callId));
  await tx.delete(routingDecisions).where(eq(routingDecisions.call_id, callId));
  await tx.delete(calls).where(eq(calls.id, callId));
}

/** Promises a call, and says so. */
export async function promised(
  tx: Database,
  account: Account,
  lead: LeadRow,
  teamId: number,
  previousCallId: number | null,
  wish: {
    readonly from: number;
    readonly reason: string;
    readonly intakeKey?: string | null;
    readonly askedBy?: number | null;
  },
  zone: string,
  now: number,
): Promise<Outcome> {
  const promise = await promiseCall(
    tx,
    {
      accountId: account.id,
      lead: recordOf(lead),
      teamId,
      retry: null,
      leadRetry: null,
      previousCallId,
      requestedAt: now,
      ...wish,
    },
    now,
  );
  if (promise.kind === 'never')
    return { callId: previousCallId, outcome: NOT_CALLED, reason: promise.reason, scheduledFor: null };
  return scheduled(previousCallId, promise.at, promise.reason, zone, now);
}

function scheduled(callId: number | null, at: number, reason: string, zone: string, now: number): Outcome {
  return { callId, outcome: `scheduled for ${localDateTime(zone, at, now)}`, reason, scheduledFor: at };
}

export async function openPlan(tx: Database, leadId: number) {
  const [plan] = await tx
    .select()
    .from(scheduledCalls)
    .where(and(eq(scheduledCalls.lead_id, leadId), isNull(scheduledCalls.ended_at)));
  return plan ?? null;
}

/** A request that comes again, or a lead that is being called already, makes no second call. */
export async function presentCall(
  tx: Database,
  accountId: number,
  lead: Pick<LeadRow, 'id' | 'phone_number'>,
  idempotencyKey: string | null,
  zone: string,
  now: number,
): Promise<Outcome | null> {
  // A caller whose number was unknown is in a call without a lead.
  const isWithLead = or(eq(calls.lead_id, lead.id), eq(calls.phone_number, lead.phone_number));
  const [open] = await tx
    .select({ id: calls.id, talking: calls.talk_started_at })
    .from(calls)
    .where(and(eq(calls.account_id, accountId), isNull(calls.ended_at), isWithLead))
    .limit(1);
  const answer = (callId: number, outcome: string, reason: string) => ({
    callId,
    outcome,
    reason,
    scheduledFor: null,
  });
  if (open)
    return open.talking === null
      ? answer(open.id, RINGING, 'A call to this lead is ringing already')
      : answer(open.id, NOT_CALLED, 'This lead is on a call right now');
  if (idempotencyKey === null) return null;
  const [same] = await tx
    .select({ id: calls.id, status: calls.status })
    .from(calls)
    .where(and(eq(calls.account_id, accountId), eq(calls.intake_key, idempotencyKey)));
  if (same) return answer(same.id, 'taken already', `The call of this request is ${same.status}`);
  return promisedBefore(tx, accountId, idempotencyKey, zone, now);
}

/** What the request of this key was promised. */
export async function promisedBefore(
  tx: Database,
  accountId: number,
  idempotencyKey: string | null,
  zone: string,
  now: number,
): Promise<Outcome | null> {
  if (idempotencyKey === null) return null;
  const [plan] = await tx
    .select()
    .from(scheduledCalls)
    .where(and(eq(scheduledCalls.account_id, accountId), eq(scheduledCalls.intake_key, idempotencyKey)));
  if (!plan) return null;
  if (plan.ended_at === null) return scheduled(null, plan.due_at.getTime(), plan.reason, zone, now);
  const reason = plan.cancelled ?? 'The call of this request was made';
  return { callId: plan.call_id, outcome: 'taken already', reason, scheduledFor: null };
}
