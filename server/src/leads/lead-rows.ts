import type { Lead } from '@offhook/contract/entities';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { pictureUrl } from '../accounts/pictures/picture-url.ts';
import { pick } from '../platform/core/pick.ts';
import type { Database } from '../platform/database/database.ts';
import { hasSubscriber } from '../platform/database/record-events.ts';
import { leads } from '../platform/database/schema.ts';
import { formatPhoneNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { beingRemoved } from './being-removed.ts';
import { recordLead } from './change-leads.ts';
import { crmThatSaid, type LeadFields, mergeLead, newLead, type Origin } from './core/merge-lead.ts';
import { listed } from './do-not-call.ts';

export interface LeadRow extends LeadFacts, Pick<Row, 'owner_user_id' | 'time_zone'> {
  /** It was marked so, or its number is on the account's list. */
  readonly do_not_call: boolean;
  readonly is_removed: boolean;
}

/**
 * One lead per account and phone number: found and updated with what is new (`core/merge-lead.ts`), or made. Its row is
 * locked until the transaction ends.
 */
export async function upsertLead(
  tx: Database,
  accountId: number,
  phoneNumber: string,
  country: string,
  origin: Origin,
  fields: LeadFields,
  now: number,
): Promise<LeadRow> {
  const formatted = formatPhoneNumber(phoneNumber, country);
  const at = new Date(now);
  const [row] = await tx
    .insert(leads)
    .values({
      ...newLead(fields, formatted),
      account_id: accountId,
      phone_number: phoneNumber,
      origin,
      created_at: at,
      updated_at: at,
    })
    // Changes nothing: it locks the lead that is known, and answers it. Set to itself, a column of the number's key
    // would lock out all who only write a row that refers to the lead.
    .onConflictDoUpdate({
      target: [leads.account_id, leads.phone_number],
      set: { label: sql`${leads.label}` },
    })
    .returning({
      ...getTableColumns(leads),
      // Only a row that was there has been locked.
      is_new: sql<boolean>`${leads}.xmax = 0`,
      has_subscriber: hasSubscriber(sql`${leads}`),
      is_listed: sql<boolean>`${listed(sql`${leads}`)}`,
      is_being_removed: sql<boolean>`${beingRemoved(sql`${leads}.id`)}`,
    });
  if (!row) throw new Error('the upsert returned no row');
  const { is_new, has_subscriber, is_listed, is_being_removed, ...known } = row;
  const changes = is_new ? {} : { ...mergeLead(known, fields, origin, formatted), updated_at: at };
  if (!is_new) await tx.update(leads).set(changes).where(eq(leads.id, known.id));
  const lead = { ...known, ...changes };
  if (has_subscriber) await recordLead(tx, is_new ? null : known, lead, crmThatSaid(fields, origin));
  return {
    ...lead,
    do_not_call: lead.do_not_call || is_listed,
    is_removed: lead.removed_at !== null || is_being_removed,
  };
}

/** Of a lead's row, what travels. */
type Row = typeof leads.$inferSelect;
export type LeadFacts = Pick<Row, keyof Lead & keyof Row>;

export function leadView(lead: LeadFacts, country: string): Lead {
  return {
    ...pick(lead, 'id', 'fname', 'lname', 'label', 'phone_number'),
    phone_number_formatted: formatPhoneNumber(lead.phone_number, country),
    ...pick(lead, 'email', 'company', 'category', 'crm', 'source_id'),
    profile_picture: pictureUrl('leads', lead.id, lead.profile_picture),
  };
}
