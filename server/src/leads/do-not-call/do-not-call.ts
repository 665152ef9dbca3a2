/** The do-not-call list blocks numbers with or without a lead. Leads also have their own flag. */

import type { DO_NOT_CALL_SOURCES } from '@offhook/contract/leads/consent';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ChangeContext, ChangeResult } from '../../accounts/settings/change.ts';
import type { ConsoleBody } from '../../accounts/settings/request.ts';
import { lockAccount } from '../../accounts/settings/rules.ts';
import { english } from '../../platform/core/sentences.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { hasSubscriber } from '../../platform/database/record-events.ts';
import { doNotCallNumbers, leads, scheduledCalls, webhookEvents } from '../../platform/database/schema.ts';
import { ANY_NUMBER, readNumberToCall } from '../../platform/phone-numbers/phone-numbers.ts';
import { changeLeads } from '../change-leads.ts';
import { cancelCallbacks } from '../scheduled-calls/cancel-callbacks.ts';

export interface Listing {
  readonly source: (typeof DO_NOT_CALL_SOURCES)[number];
  /** The user who added it; null for an API key or the command line. */
  readonly by: number | null;
}

/** @param lead alias of a `leads` row in the statement */
export function isOnDoNotCallListSql(lead: SQL): SQL {
  return sql`exists (select from ${doNotCallNumbers} entry
    where entry.account_id = ${lead}.account_id and entry.phone_number = ${lead}.phone_number)`;
}

export async function findListing(db: Database, accountId: number, phoneNumber: string) {
  const [row] = await db
    .select()
    .from(doNotCallNumbers)
    .where(and(eq(doNotCallNumbers.account_id, accountId), eq(doNotCallNumbers.phone_number, phoneNumber)));
  return row ?? null;
}

export async function isOnDoNotCallList(
  db: Database,
  accountId: number,
  phoneNumber: string,
): Promise<boolean> {
  return (await findListing(db, accountId, phoneNumber)) !== null;
}

/** Also cancels the numbers' scheduled calls. @param numbers E.164 @returns how many are new */
export async function addToDoNotCallList(
  tx: Database,
  accountId: number,
  numbers: readonly string[],
  { source, by }: Listing,
  now: number,
): Promise<number> {
  const at = new Date(now).toISOString();
  // One parameter, however many numbers there are.
  const sent = sql`(select jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb))`;
  const added = await queryRows<{ n: string | number }>(
    tx,
    sql`with added as (
        insert into ${doNotCallNumbers} (account_id, phone_number, source, added_by, created_at)
        select distinct ${accountId}::bigint, number, ${source}::text, ${by}::bigint, ${at}::timestamptz
        from ${sent} as sent (number) on conflict do nothing returning account_id, phone_number),
        recorded as (${insertLeadUpdates(sql`added`, at)})
      select count(*) as n from added`,
  );
  const ofNumbers = sql`${scheduledCalls.lead_id} in (select lead.id from ${leads} lead
    where lead.account_id = ${accountId} and lead.phone_number in ${sent})`;
  await cancelCallbacks(tx, ofNumbers, english({ id: 'callable.listed' }), now, by);
  await tx.execute(
    sql`update ${scheduledCalls} plan set ended_at = ${at}::timestamptz,
        cancelled = ${english({ id: 'callable.listed' })}
      from ${leads} lead where lead.id = plan.lead_id and plan.ended_at is null
        and lead.account_id = ${accountId} and lead.phone_number in ${sent}`,
  );
  return Number(added[0]?.n ?? 0);
}

/** Records `lead_updated` events for leads whose number was listed or unlisted. @param changed a CTE with the changed rows */
function insertLeadUpdates(changed: SQL, at: string): SQL {
  return sql`insert into ${webhookEvents} (account_id, type, lead_id, due_at)
    select lead.account_id, 'lead_updated', lead.id, ${at}::timestamptz from ${changed} join ${leads} lead
      on lead.account_id = ${changed}.account_id and lead.phone_number = ${changed}.phone_number
    where ${hasSubscriber(sql`lead`)}`;
}

/** Also clears the flag of its lead. @returns false if the number had neither */
export async function removeFromDoNotCallList(
  tx: Database,
  accountId: number,
  phoneNumber: string,
  now: number,
): Promise<boolean> {
  const at = new Date(now);
  const removed = await queryRows(
    tx,
    sql`with removed as (
        delete from ${doNotCallNumbers} where account_id = ${accountId} and phone_number = ${phoneNumber}
        returning account_id, phone_number),
        recorded as (${insertLeadUpdates(sql`removed`, at.toISOString())})
      select 1 from removed`,
  );
  const unmarked = await changeLeads(
    tx,
    and(eq(leads.account_id, accountId), eq(leads.phone_number, phoneNumber), eq(leads.do_not_call, true)),
    { do_not_call: false, stopped_at: null, updated_at: at },
  );
  return removed.length + unmarked.length > 0;
}

/** The audit log omits the number. @returns the number in E.164 @throws ApiError invalidPhoneNumber, emergencyNumber */
export async function addDoNotCallNumber(
  { tx, accountId, by, at }: ChangeContext,
  { phone_number }: ConsoleBody<'addDoNotCall'>,
): Promise<ChangeResult & { readonly number: string }> {
  const account = await lockAccount(tx, accountId);
  const { phoneNumber: number } = readNumberToCall(phone_number, account.country_code, ANY_NUMBER);
  const source = by === null ? 'command line' : 'console';
  await addToDoNotCallList(tx, accountId, [number], { source, by }, at);
  return { number, subject: 'do-not-call list: one number added' };
}
