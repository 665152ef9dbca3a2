import type { Lead } from '@offhook/contract/leads/lead';
import type { LeadIntake } from '@offhook/contract/requests/intake-requests';
import { eq } from 'drizzle-orm';
import {
  advance,
  notifyOfChangedCall,
  notifyRingingAgents,
  type TransitionDeps,
} from '../calls/call-transitions.ts';
import { type CreatedCall, createCall } from '../calls/outbound/create-call.ts';
import { findLineForLead, type LeadLine, type Line } from '../calls/outbound/lines.ts';
import { ringNextAgents } from '../calls/rings/ring-agents.ts';
import { addConsent } from '../leads/consents/consents.ts';
import { toAccountRules } from '../leads/contact-facts.ts';
import { blockedReason } from '../leads/core/consent/callable.ts';
import { isCrm } from '../leads/core/crm-names.ts';
import { toFormFields } from '../leads/core/merge-lead.ts';
import { type LeadRow, leadView, upsertLead } from '../leads/lead-rows.ts';
import { addScheduledCall, findCallTime, type LeadRecord } from '../leads/scheduled-calls/scheduled-calls.ts';
import { isTimeZone } from '../platform/core/local-time.ts';
import { english } from '../platform/core/sentences.ts';
import type { Database } from '../platform/database/database.ts';
import { presenceCutoff } from '../platform/database/query-time.ts';
import { calls, routingDecisions, scheduledCalls } from '../platform/database/schema.ts';
import { ApiError, invalidField } from '../platform/http/api-error.ts';
import type { Account } from '../platform/http/caller.ts';
import { readNumberToCall } from '../platform/phone-numbers/phone-numbers.ts';
import { type Outbox, transact } from '../platform/work-queue/transact.ts';
import { decideLead } from './core/lead-decision.ts';
import { isEcho } from './crm/crm-echo.ts';
import {
  findExistingCall,
  findRecentMiss,
  findScheduledCall,
  NOT_CALLED,
  type Outcome,
  RINGING,
  scheduledOutcome,
} from './earlier-calls.ts';

export interface LeadResponse {
  readonly success: true;
  readonly lead: Lead;
  readonly call_id: number | null;
  readonly outcome: string;
  readonly reason: string;
  /** ISO 8601; null if no call is scheduled. */
  readonly scheduled_for: string | null;
}

const ECHO_REASON = english({ id: 'leadReason.echo' });
/** A concurrent request with the same key won. */
const DUPLICATE: Outcome = { callId: null, outcome: 'taken already', reason: '', scheduledFor: null };

export async function receiveLead(
  deps: TransitionDeps,
  account: Account,
  intake: LeadIntake,
  idempotencyKey: string | null,
): Promise<LeadResponse> {
  return withStoredLead(deps, account, intake, idempotencyKey, async (tx, outbox, lead, found) => {
    const now = deps.clock.now();
    const blocker = await findBlocker(tx, lead, intake, now);
    if (blocker !== null) return blocker;
    const { line, schedule, teamId, delaySeconds } = found;
    if (line === null) throw new ApiError('noNumber');
    const callTime = await findCallTime(
      tx,
      toAccountRules(account),
      toLeadRecord(lead),
      teamId,
      now,
      now,
      schedule,
    );
    const decision = decideLead({ delaySeconds, callTime, acceptsNewCalls: deps.acceptsNewCalls() }, now);
    const zone = schedule?.time_zone ?? account.time_zone;
    const arrival = { tx, outbox, account, lead, line, teamId, idempotencyKey, zone, now };
    // Skipped on the fast path: creating the call detects an existing one.
    if (decision.kind === 'schedule' || idempotencyKey !== null) {
      const existing = await findExistingCall(tx, account.id, lead, idempotencyKey, zone, now);
      if (existing !== null) return existing;
    }
    switch (decision.kind) {
      case 'ring':
        return ringAgents(deps, arrival);
      case 'schedule': {
        const request = { from: decision.from, reason: decision.reason, intakeKey: idempotencyKey };
        return scheduleLater(tx, account, lead, teamId, null, request, zone, now);
      }
      case 'closed':
        return recordMissedCall(deps, arrival, decision.reason, decision.isPermanent);
      default:
        return decision satisfies never;
    }
  });
}

interface NewLeadCall {
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

async function findBlocker(
  tx: Database,
  lead: LeadRow,
  { crm, source_id }: LeadIntake,
  now: number,
): Promise<Outcome | null> {
  const blocked = blockedReason({ doNotCall: lead.do_not_call, isRemoved: lead.is_removed });
  if (blocked !== null)
    return { callId: null, outcome: 'blocked: do not call', reason: english(blocked), scheduledFor: null };
  if (isCrm(crm) && source_id && (await isEcho(tx, crm, lead.id, source_id, now)))
    return { callId: null, outcome: NOT_CALLED, reason: ECHO_REASON, scheduledFor: null };
  return null;
}

function createLeadCall({
  tx,
  account,
  lead,
  line,
  idempotencyKey,
  now,
}: NewLeadCall): Promise<CreatedCall | null> {
  return createCall(tx, {
    accountId: account.id,
    type: 'lead',
    direction: 'outbound',
    line,
    lead,
    at: now,
    onlyIfNoneOpen: true,
    fulfills: 'attempt',
    ...(idempotencyKey === null ? {} : { intakeKey: idempotencyKey }),
  });
}

async function findOtherRequestOutcome({
  tx,
  account,
  lead,
  idempotencyKey,
  zone,
  now,
}: NewLeadCall): Promise<Outcome> {
  return (await findExistingCall(tx, account.id, lead, idempotencyKey, zone, now)) ?? DUPLICATE;
}

/** Records a missed call while the team is closed, and schedules another call. */
async function recordMissedCall(
  deps: TransitionDeps,
  arrival: NewLeadCall,
  reason: string,
  isPermanent: boolean,
): Promise<Outcome> {
  const { tx, outbox, account, lead, teamId, idempotencyKey, zone, now } = arrival;
  const earlierCallId =
    idempotencyKey === null ? await findRecentMiss(tx, lead.id, teamId, 'offline', now) : null;
  if (earlierCallId !== null) {
    const scheduled = await findScheduledCall(tx, lead.id);
    if (scheduled !== null)
      return scheduledOutcome(earlierCallId, scheduled.due_at.getTime(), scheduled.reason, zone, now);
    if (isPermanent) return { callId: earlierCallId, outcome: NOT_CALLED, reason, scheduledFor: null };
  }
  const created = await createLeadCall(arrival);
  if (created === null) return findOtherRequestOutcome(arrival);
  await advance(deps, tx, outbox, created, [{ type: 'noAgentLeft', status: 'offline', reason, at: now }]);
  // Replaces the usual retry: the lead is called as soon as calling is allowed.
  return scheduleLater(tx, account, lead, teamId, created.facts.id, { from: now, reason }, zone, now);
}

export async function withStoredLead(
  deps: TransitionDeps,
  account: Account,
  intake: LeadIntake,
  idempotencyKey: string | null,
  decide: (tx: Database, outbox: Outbox, lead: LeadRow, found: LeadLine) => Promise<Outcome>,
): Promise<LeadResponse> {
  const number = readNumberToCall(intake.phone_number, account.country_code, toAccountRules(account).numbers);
  if (intake.time_zone && !isTimeZone(intake.time_zone)) throw invalidField('time_zone');
  return transact(deps, async (tx, outbox) => {
    const now = deps.clock.now();
    const found = await findLineForLead(tx, account.id, intake.team_id ?? null, intake.owner ?? null);
    if (found === null) throw new ApiError(intake.team_id ? 'notFound' : 'unavailable');
    const { teamId, ownerId } = found;
    const country = account.country_code;
    const fields = { ...intake, ownerId, teamId, formFields: toFormFields(intake.fields) };
    const lead = await upsertLead(tx, account.id, number.phoneNumber, country, 'intake', fields, now);
    if (intake.consent) {
      const sender = { apiKeyId: account.api_key_id ?? null, idempotencyKey };
      await addConsent(tx, lead.id, intake.consent, sender, now);
    }
    const { callId, outcome, reason, scheduledFor } = await decide(tx, outbox, lead, found);
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

export function toLeadRecord(lead: LeadRow): LeadRecord {
  const { id, phone_number, do_not_call, is_removed, time_zone } = lead;
  return { id, phone_number, do_not_call, time_zone, removed_at: is_removed ? new Date(0) : null };
}

async function ringAgents(deps: TransitionDeps, arrival: NewLeadCall): Promise<Outcome> {
  const { tx, outbox, idempotencyKey, zone, now } = arrival;
  const created = await createLeadCall(arrival);
  if (created === null) return findOtherRequestOutcome(arrival);
  const { facts, conversation } = created;
  const offer = await ringNextAgents(tx, facts, conversation, {
    now,
    presenceCutoff: presenceCutoff(deps.clock),
  });
  if (offer.type === 'rung') {
    outbox.effects.push(...offer.effects);
    notifyRingingAgents(deps, outbox, facts, offer.conversation);
    notifyOfChangedCall(deps, outbox, { facts, conversation: offer.conversation });
    const { length } = offer.conversation.callUsers;
    deps.log.info({ call: facts.id, agents: length }, 'agents rung for lead');
    const reason = english({ id: 'routing.rung', values: { count: length } });
    return { callId: facts.id, outcome: RINGING, reason, scheduledFor: null };
  }
  const { status, reason } = offer;
  // Without a key, a repeated request can only be recognized by its result.
  const earlierCallId =
    idempotencyKey === null
      ? await findRecentMiss(tx, facts.leadId ?? 0, facts.teamId, status, now, facts.id)
      : null;
  if (earlierCallId === null) {
    await advance(deps, tx, outbox, created, [{ type: 'noAgentLeft', status, reason, at: now }]);
    deps.log.info({ call: facts.id, status }, 'no agent rung for lead');
  } else {
    await deleteUnrungCall(tx, facts.id);
  }
  const callId = earlierCallId ?? facts.id;
  const scheduled = await findScheduledCall(tx, facts.leadId ?? 0);
  if (scheduled === null) return { callId, outcome: NOT_CALLED, reason, scheduledFor: null };
  return scheduledOutcome(callId, scheduled.due_at.getTime(), reason, zone, now);
}

/** Must run in the transaction that created the call. Restores the scheduled call that the call replaced. */
async function deleteUnrungCall(tx: Database, callId: number): Promise<void> {
  await tx
    .update(scheduledCalls)
    .set({ ended_at: null, call_id: null })
    .where(eq(scheduledCalls.call_id, callId));
  await tx.delete(routingDecisions).where(eq(routingDecisions.call_id, callId));
  await tx.delete(calls).where(eq(calls.id, callId));
}

export async function scheduleLater(
  tx: Database,
  account: Account,
  lead: LeadRow,
  teamId: number,
  previousCallId: number | null,
  request: {
    readonly from: number;
    readonly reason: string;
    readonly intakeKey?: string | null;
    readonly requestedBy?: number | null;
  },
  zone: string,
  now: number,
): Promise<Outcome> {
  const scheduled = await addScheduledCall(
    tx,
    {
      accountId: account.id,
      lead: toLeadRecord(lead),
      teamId,
      retry: null,
      leadRetry: null,
      previousCallId,
      requestedAt: now,
      ...request,
    },
    now,
  );
  if (scheduled.kind === 'never')
    return { callId: previousCallId, outcome: NOT_CALLED, reason: scheduled.reason, scheduledFor: null };
  return scheduledOutcome(previousCallId, scheduled.at, scheduled.reason, zone, now);
}
