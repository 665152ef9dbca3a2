/** An unknown caller has no lead during the call. */

import { and, eq } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { calls, leads } from '../platform/database/schema.ts';
import { readNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { readAccountRules } from './contact-facts.ts';
import { toCallName } from './core/call-name.ts';
import { type LeadRow, upsertLead } from './lead-rows.ts';

/** Also assigns the lead to the team that they called. */
export async function findKnownCaller(
  tx: Database,
  line: { readonly accountId: number; readonly country: string; readonly teamId: number },
  phoneNumber: string,
  now: number,
): Promise<LeadRow | null> {
  const { accountId, country, teamId } = line;
  const [existing] = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.account_id, accountId), eq(leads.phone_number, phoneNumber)));
  return existing ? upsertLead(tx, accountId, phoneNumber, country, 'inbound', { teamId }, now) : null;
}

/** Null if the number can't be called back, such as a withheld one. */
export async function createLeadForCaller(
  tx: Database,
  call: Pick<
    typeof calls.$inferSelect,
    'id' | 'account_id' | 'direction' | 'lead_id' | 'phone_number' | 'team_id'
  >,
  now: number,
): Promise<number | null> {
  if (call.lead_id !== null || call.direction !== 'inbound' || call.phone_number === null)
    return call.lead_id;
  const { country } = await readAccountRules(tx, call.account_id);
  if (readNumber(call.phone_number, country) === null) return null;
  const fields = { teamId: call.team_id };
  const lead = await upsertLead(tx, call.account_id, call.phone_number, country, 'inbound', fields, now);
  await tx
    .update(calls)
    .set({ lead_id: lead.id, ...toCallName(lead) })
    .where(eq(calls.id, call.id));
  return lead.id;
}
