import { eq } from 'drizzle-orm';
import { leadEventType } from '../platform/core/webhook-events.ts';
import type { Database } from '../platform/database/database.ts';
import { recordEvents } from '../platform/database/record-events.ts';
import { leads } from '../platform/database/schema.ts';
import { formatPhoneNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { type LeadFields, mergeLead, newLead, sourceCrm } from './core/merge-lead.ts';
import { insertOrLock } from './lead-rows.ts';

type Row = typeof leads.$inferSelect;

export interface StoredLead {
  readonly id: number;
  readonly phoneNumber: string;
  readonly timeZone: string | null;
  readonly isNew: boolean;
  /** The lead must not be called: it was left as it is. */
  readonly isBlocked: boolean;
}

/**
 * Many leads in two statements, as `upsertLead` stores one. Sorted by number, so that two of these wait for each other
 * instead of for ever.
 *
 * @param rows with different phone numbers @param updates whether known leads get the new values
 */
export async function storeLeads(
  tx: Database,
  accountId: number,
  country: string,
  rows: readonly { readonly phoneNumber: string; readonly fields: LeadFields }[],
  updates: boolean,
  now: number,
): Promise<ReadonlyMap<string, StoredLead>> {
  if (rows.length === 0) return new Map();
  const at = new Date(now);
  const fieldsOf = new Map(rows.map(({ phoneNumber, fields }) => [phoneNumber, fields]));
  const sorted = [...fieldsOf].sort(([one], [other]) => (one < other ? -1 : 1));
  const stored = await insertOrLock(
    tx,
    sorted.map(([phoneNumber, fields]) => ({
      ...newLead(fields, formatPhoneNumber(phoneNumber, country)),
      account_id: accountId,
      phone_number: phoneNumber,
      origin: 'intake',
      form_at: at,
      created_at: at,
      updated_at: at,
    })),
  );
  const events: Parameters<typeof recordEvents>[1][number][] = [];
  const result = new Map<string, StoredLead>();
  for (const { is_new, has_subscriber, is_listed, is_being_removed, ...known } of stored) {
    const isBlocked = known.do_not_call || known.removed_at !== null || is_listed || is_being_removed;
    const fields = fieldsOf.get(known.phone_number) ?? {};
    const lead = is_new || isBlocked || !updates ? known : await update(tx, known, fields, country, at);
    const type = leadEventType(is_new ? null : known, lead);
    if (has_subscriber && type !== null)
      events.push({
        account_id: accountId,
        type,
        lead_id: known.id,
        due_at: at,
        source: sourceCrm(fields, 'intake'),
      });
    const { id, phone_number: phoneNumber, time_zone: timeZone } = lead;
    result.set(phoneNumber, { id, phoneNumber, timeZone, isNew: is_new, isBlocked });
  }
  await recordEvents(tx, events);
  return result;
}

async function update(tx: Database, known: Row, fields: LeadFields, country: string, at: Date): Promise<Row> {
  const formatted = formatPhoneNumber(known.phone_number, country);
  const changes = { ...mergeLead(known, fields, 'intake', formatted), form_at: at, updated_at: at };
  await tx.update(leads).set(changes).where(eq(leads.id, known.id));
  return { ...known, ...changes };
}
