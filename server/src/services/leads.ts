/** A lead arrives: it is stored, and whoever can call it is rung. */
import type { Lead } from '@offhook/contract/entities';
import type { LeadIntake } from '@offhook/contract/requests';
import { and, eq, isNull } from 'drizzle-orm';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { calls, leads } from '../store/schema.ts';
import type { Account } from './api-keys.ts';
import { addCall, lineForLead, type MadeCall, upsertLead } from './call-making.ts';
import { advance, hintRung, type Outbox, type StepParts, transact } from './call-steps.ts';
import { leadView } from './call-view.ts';
import { readNumber } from './phone-numbers.ts';
import { offerToNext } from './rings.ts';

export interface LeadAnswer {
  readonly success: true;
  readonly lead: Lead;
  readonly call_id: number | null;
  /** What will happen. */
  readonly outcome: string;
  /** Why. */
  readonly reason: string;
}

const RINGING = 'ringing now';
const NOT_CALLED = 'not called';

export async function takeLead(
  parts: StepParts,
  account: Account,
  intake: LeadIntake,
  idempotencyKey: string | null,
): Promise<LeadAnswer> {
  const number = readNumber(intake.phone_number, account.country_code);
  if (number === null) throw new Refusal('invalidPhoneNumber');
  return transact(parts, async (tx, outbox) => {
    const now = parts.clock.now();
    const found = await lineForLead(tx, account.id, intake.team_id ?? null, intake.owner ?? null);
    if (found === null) throw new Refusal(intake.team_id ? 'notFound' : 'unavailable');
    const { teamId, ownerId, line } = found;
    const country = account.country_code;
    const fields = { ...intake, ownerId, teamId };
    const lead = await upsertLead(tx, account.id, number.e164, country, 'intake', fields, now);
    const answer = (callId: number | null, outcome: string, reason: string): LeadAnswer => ({
      success: true,
      lead: leadView(lead, country),
      call_id: callId,
      outcome,
      reason,
    });
    if (lead.do_not_call || lead.is_removed)
      return answer(null, 'blocked: do not call', 'This lead must not be called');
    if (line === null) throw new Refusal('noNumber');
    const made = await addCall(tx, {
      accountId: account.id,
      type: 'lead',
      direction: 'outbound',
      line,
      lead,
      at: now,
      unlessOpen: true,
      ...(idempotencyKey === null ? {} : { intakeKey: idempotencyKey }),
    });
    if (made === null) {
      const present = await presentCall(tx, account.id, lead.id, idempotencyKey);
      return answer(present.id, present.outcome, present.reason);
    }
    return ring(parts, tx, outbox, made, now, answer);
  });
}

async function ring(
  parts: StepParts,
  tx: Database,
  outbox: Outbox,
  made: MadeCall,
  now: number,
  answer: (callId: number, outcome: string, reason: string) => LeadAnswer,
): Promise<LeadAnswer> {
  const { facts, conversation } = made;
  const offer = await offerToNext(tx, facts, conversation, now);
  if (offer.type === 'rung') {
    outbox.effects.push(...offer.effects);
    hintRung(parts, outbox, facts, offer.conversation);
    outbox.hints.push(() => parts.realtime.callUpdated(facts.accountId, facts.id));
    const { length } = offer.conversation.callUsers;
    parts.log.info({ call: facts.id, agents: length }, 'lead rings');
    return answer(facts.id, RINGING, length === 1 ? '1 agent is rung' : `${length} agents are rung`);
  }
  const { status, reason } = offer;
  await advance(parts, tx, outbox, made, [{ type: 'nobodyLeft', status, reason, at: now }]);
  parts.log.info({ call: facts.id, status }, 'lead not rung');
  return answer(facts.id, NOT_CALLED, reason);
}

/** A request that comes again, or a lead that is being called already, makes no second call. */
async function presentCall(
  tx: Database,
  accountId: number,
  leadId: number,
  idempotencyKey: string | null,
): Promise<{ id: number | null; outcome: string; reason: string }> {
  const [open] = await tx
    .select({ id: calls.id, talking: calls.talk_started_at })
    .from(calls)
    .innerJoin(leads, eq(leads.id, calls.lead_id))
    .where(and(eq(calls.lead_id, leadId), isNull(calls.ended_at)))
    .limit(1);
  if (open)
    return open.talking === null
      ? { id: open.id, outcome: RINGING, reason: 'A call to this lead is ringing already' }
      : { id: open.id, outcome: NOT_CALLED, reason: 'This lead is on a call right now' };
  const [same] = await tx
    .select({ id: calls.id, status: calls.status })
    .from(calls)
    .where(and(eq(calls.account_id, accountId), eq(calls.intake_key, idempotencyKey ?? '')));
  const reason = same ? `The call of this request is ${same.status}` : 'This lead was being called';
  return { id: same?.id ?? null, outcome: 'taken already', reason };
}
