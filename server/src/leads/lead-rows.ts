import type { Lead } from '@offhook/contract/leads/lead';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { pictureUrl } from '../accounts/pictures/picture-url.ts';
import { pick } from '../platform/core/pick.ts';
import type { Database } from '../platform/database/database.ts';
import { hasSubscriber } from '../platform/database/record-events.ts';
import { leads } from '../platform/database/schema.ts';
import { formatPhoneNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { recordLeadChange } from './change-leads.ts';
import { type LeadFields, mergeLead, newLead, type Origin, sourceCrm } from './core/merge-lead.ts';
import { isOnDoNotCallListSql } from './do-not-call/do-not-call.ts';
import { pendingRemoval } from './pending-removal.ts';

export interface LeadRow extends LeadFacts, Pick<Row, 'owner_user_id' | 'time_zone'> {
  /** The lead is flagged or its number is listed. */
  readonly do_not_call: boolean;
  readonly is_removed: boolean;
}

/** One lead per account and phone number. Locks the row until the transaction ends. */
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
  const arrival = origin === 'intake' ? { form_at: at } : {};
  const [row] = await insertOrLock(tx, [
    {
      ...newLead(fields, formatted),
      ...arrival,
      account_id: accountId,
      phone_number: phoneNumber,
      origin,
      created_at: at,
      updated_at: at,
    },
  ]);
  if (!row) throw new Error('the upsert returned no row');
  const { is_new, has_subscriber, is_listed, is_being_removed, ...known } = row;
  const changes = is_new
    ? {}
    : { ...mergeLead(known, fields, origin, formatted), ...arrival, updated_at: at };
  if (!is_new) await tx.update(leads).set(changes).where(eq(leads.id, known.id));
  const lead = { ...known, ...changes };
  if (has_subscriber) await recordLeadChange(tx, is_new ? null : known, lead, sourceCrm(fields, origin));
  return {
    ...lead,
    do_not_call: lead.do_not_call || is_listed,
    is_removed: lead.removed_at !== null || is_being_removed,
  };
}

/** Inserts leads. Known ones are locked and returned as they are. */
export function insertOrLock(tx: Database, rows: (typeof leads.$inferInsert)[]) {
  return (
    tx
      .insert(leads)
      .values(rows)
      // A no-op that locks and returns the row. A column of the unique key would take a stronger lock, which blocks
      // inserts of rows that reference the lead.
      .onConflictDoUpdate({
        target: [leads.account_id, leads.phone_number],
        set: { label: sql`${leads.label}` },
      })
      .returning({
        ...getTableColumns(leads),
        // xmax is set only if the row already existed and was locked.
        is_new: sql<boolean>`${leads}.xmax = 0`,
        has_subscriber: hasSubscriber(sql`${leads}`),
        is_listed: sql<boolean>`${isOnDoNotCallListSql(sql`${leads}`)}`,
        is_being_removed: sql<boolean>`${pendingRemoval(sql`${leads}.id`)}`,
      })
  );
}

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
