import { and, eq, isNull } from 'drizzle-orm';
import { readAccountRules, readContact } from '../leads/contact-facts.ts';
import { mayContact } from '../leads/core/consent/callable.ts';
import { type Database, insert } from '../platform/database/database.ts';
import { calls, leads, messages, numbers, profiles } from '../platform/database/schema.ts';
import type { NewEffect } from '../platform/work-queue/effect-rows.ts';
import { shouldSendMissedText } from './core/automatic-text.ts';

/** Returns the effect that sends the text, if the lead may be texted. */
export async function textMissedLead(
  tx: Database,
  callId: number,
  now: number,
): Promise<readonly NewEffect[]> {
  const [row] = await tx
    .select({ call: calls, lead: leads, text: profiles.missed_text, from: numbers.phone_number })
    .from(calls)
    .innerJoin(leads, eq(leads.id, calls.lead_id))
    .innerJoin(profiles, eq(profiles.id, calls.profile_id))
    .innerJoin(numbers, eq(numbers.id, calls.number_id))
    .where(eq(calls.id, callId));
  if (!row?.text) return [];
  const { call, lead, text, from } = row;
  const ended = {
    type: call.type,
    status: call.status,
    wasClaimed: call.claimed_by !== null,
    wasRequestedByAgent: call.asked_by !== null,
    leadCalledFirst: lead.origin === 'inbound',
    wasTextedBefore: lead.missed_text_at !== null,
  };
  if (!shouldSendMissedText(ended)) return [];
  const account = await readAccountRules(tx, call.account_id);
  const person = { phoneNumber: lead.phone_number, lead, teamId: call.team_id };
  const { contact, rules } = await readContact(tx, account, person, now);
  const verdict = mayContact('text', contact, rules, now);
  if (verdict.kind === 'blocked') return [];
  const [first] = await tx
    .update(leads)
    .set({ missed_text_at: new Date(now) })
    .where(and(eq(leads.id, lead.id), isNull(leads.missed_text_at)))
    .returning({ id: leads.id });
  if (!first) return [];
  const message = await insert(tx, messages, {
    account_id: call.account_id,
    lead_id: lead.id,
    call_id: callId,
    from_number: from,
    to_number: lead.phone_number,
    body: text,
    status: 'sending',
    created_at: new Date(now),
  });
  const dueAt = verdict.kind === 'later' ? verdict.next : null;
  return [{ callId, dueAt, effect: { kind: 'sendText', messageId: message.id } }];
}
