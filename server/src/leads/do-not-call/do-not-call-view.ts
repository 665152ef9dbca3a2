/** Shows listed numbers and the numbers of flagged leads. */

import type { DO_NOT_CALL_SOURCES } from '@offhook/contract/leads/consent';
import { type SQL, sql } from 'drizzle-orm';
import type { ConsoleQuery, ConsoleResponse } from '../../accounts/settings/request.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { toPage } from '../../platform/database/paging.ts';
import { doNotCallNumbers, leads } from '../../platform/database/schema.ts';
import { hasTextOrNumber } from '../../platform/database/text-search.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { formatPhoneNumber } from '../../platform/phone-numbers/phone-numbers.ts';

interface EntryRow {
  readonly phone_number: string;
  readonly source: (typeof DO_NOT_CALL_SOURCES)[number] | 'lead';
  readonly since: string;
  readonly lead_id: string | number | null;
  readonly label: string | null;
}

/** Ordered by number. @param where applied to both parts of the union */
async function queryEntries(
  db: Database,
  accountId: number,
  where: (number: SQL, label: SQL) => SQL,
  limit: number,
): Promise<readonly EntryRow[]> {
  return queryRows<EntryRow>(
    db,
    sql`(select entry.phone_number, entry.source, to_json(entry.created_at) #>> '{}' as since, lead.id as lead_id,
          lead.label
        from ${doNotCallNumbers} entry left join ${leads} lead
          on lead.account_id = entry.account_id and lead.phone_number = entry.phone_number
        where entry.account_id = ${accountId} and ${where(sql`entry.phone_number`, sql`lead.label`)}
        order by entry.phone_number limit ${limit})
      union all
      (select lead.phone_number, 'lead', to_json(lead.updated_at) #>> '{}', lead.id, lead.label from ${leads} lead
        where lead.account_id = ${accountId} and lead.do_not_call and lead.erased_at is null
          and not exists (select from ${doNotCallNumbers} entry where entry.account_id = lead.account_id
            and entry.phone_number = lead.phone_number)
          and lead.phone_number like '+%' and ${where(sql`lead.phone_number`, sql`lead.label`)}
        order by lead.phone_number limit ${limit})
      order by phone_number limit ${limit}`,
  );
}

export async function listDoNotCall(
  db: Database,
  user: SignedInUser,
  query: ConsoleQuery<'listDoNotCall'>,
): Promise<ConsoleResponse<'listDoNotCall'>> {
  const found = await queryEntries(
    db,
    user.account_id,
    (number, label) => sql`${query.cursor === undefined ? sql`true` : sql`${number} > ${`+${query.cursor}`}`}
      and ${hasTextOrNumber(sql`concat_ws(' ', ${label}, ${number})`, number, query.search) ?? sql`true`}`,
    query.limit + 1,
  );
  const entries = found.map((row) => toView(row, user.country_code));
  return toPage(entries, query.limit, (entry) => entry);
}

export async function readDoNotCall(db: Database, user: SignedInUser, phoneNumber: string) {
  const [row] = await queryEntries(db, user.account_id, (number) => sql`${number} = ${phoneNumber}`, 1);
  if (!row) throw new Error('a number that was just listed is missing');
  return toView(row, user.country_code);
}

function toView({ phone_number, source, since, lead_id, label }: EntryRow, country: string) {
  return {
    id: Number(phone_number.slice(1)),
    phone_number,
    phone_number_formatted: formatPhoneNumber(phone_number, country),
    lead: lead_id === null ? null : { id: Number(lead_id), label: label ?? '' },
    source,
    since: new Date(since).toISOString(),
  };
}

/** @param after null to start with the first number */
export function readEntriesAfter(db: Database, accountId: number, after: string | null, limit: number) {
  return queryEntries(
    db,
    accountId,
    (number) => (after === null ? sql`true` : sql`${number} > ${after}`),
    limit,
  );
}
