/** A caller with an unknown number has no lead while the call lasts. */

import { and, eq } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { calls, leads } from '../platform/database/schema.ts';
import { readNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { readAccount } from './contact-facts.ts';
import { callNameOf } from './core/call-name.ts';
import { type LeadRow, upsertLead } from './lead-rows.ts';

/** The lead who has this number already, with the team that they called. */
export async function knownCaller(
  tx: Database,
  line: { readonly accountId: number; readonly country: string; readonly teamId: number },
  phoneNumber: string,
  now: number,
): Promise<LeadRow | null> {
  const { accountId, country, teamId } = line;
  const [known] = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.account_id, accountId), eq(leads.phone_number, phoneNumber)));
  return known ? upsertLead(tx, accountId, phoneNumber, country, 'inbound', { teamId }, now) : null;
}

/** Makes the lead of a call that came from an unknown number. `null`: there is no number that could be called. */
export async function leadOfCaller(
  tx: Database,
  call: Pick<
    typeof calls.$inferSelect,
    'id' | 'account_id' | 'direction' | 'lead_id' | 'phone_number' | 'team_id'
  >,
  now: number,
): Promise<number | null> {
  if (call.lead_id !== null || call.direction !== 'inbound' || call.phone_number === null)
    return call.lead_id;
  const { country } = await readAccount(tx, call.account_id);
  if (readNumber(call.phone_number, country) === null) return null;
  const fields = { teamId: call.team_id };
  const lead = await upsertLead(tx, call.account_id, call.phone_number, country, 'inbound', fields, now);
  await tx
    .update(calls)
    .set({ lead_id: lead.id, ...callNameOf(lead) })
    .where(eq(calls.id, call.id));
  return lead.id;
}
