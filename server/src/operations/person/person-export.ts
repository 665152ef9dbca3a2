/** The contract's schema selects the columns. */
import { PersonExport } from '@offhook/contract/console/leads/person-export';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { ChangeContext } from '../../accounts/settings/change.ts';
import { findListing } from '../../leads/do-not-call/do-not-call.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  auditLog,
  crmCalls,
  crmContacts,
  legs,
  tags,
  webhookDeliveries,
  webhookEndpoints,
} from '../../platform/database/schema.ts';
import { type PersonalRows, readPersonalRows } from './erasure.ts';
import { auditSubject, type FoundPerson } from './person.ts';

export async function exportPerson({ tx, at }: ChangeContext, person: FoundPerson) {
  const { accountId, phoneNumber, lead, calls } = person;
  const personalRows = await readPersonalRows(tx, person);
  const listing = phoneNumber === null ? null : await findListing(tx, accountId, phoneNumber);
  const [tag] = lead?.tag_id ? await tx.select().from(tags).where(eq(tags.id, lead.tag_id)) : [];
  const rows = {
    ...personalRows,
    exported_at: new Date(at),
    phone_number: phoneNumber,
    do_not_call_number: listing,
    lead: lead && { ...lead, tag: tag?.name ?? null },
    calls,
    recordings: personalRows.recordings.map((row) => ({
      ...row,
      address: row.path === null ? null : `/api/v1/recordings/${row.id}.wav`,
    })),
    ...(await readRelatedRows(tx, person, personalRows)),
    audit_log: await readAuditLog(tx, person, personalRows),
  };
  // JSON turns dates into strings; the schema strips other columns.
  const document = z.parse(PersonExport, JSON.parse(JSON.stringify(rows)));
  return { document, personalRows, subject: auditSubject(person, 'exported') };
}

type Endpoint = Pick<typeof webhookEndpoints.$inferSelect, 'kind' | 'url'>;

/** A webhook's URL may contain a secret, so only its host is exported. */
function recipientOf({ kind, url }: Endpoint): string {
  if (kind !== 'webhook') return kind;
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Reads legs, deliveries and CRM links. */
async function readRelatedRows(tx: Database, { lead, calls }: FoundPerson, { outward_events }: PersonalRows) {
  // No row has ID 0; this avoids an empty list.
  const callIds = [0, ...calls.map(({ id }) => id)];
  const eventIds = [0, ...outward_events.map(({ id }) => id)];
  const to = { kind: webhookEndpoints.kind, url: webhookEndpoints.url };
  const deliveries = await tx
    .select({ row: webhookDeliveries, to })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.destination_id))
    .where(inArray(webhookDeliveries.event_id, eventIds))
    .orderBy(asc(webhookDeliveries.id));
  const contacts = await tx
    .select({ row: crmContacts, to })
    .from(crmContacts)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, crmContacts.destination_id))
    .where(eq(crmContacts.lead_id, lead?.id ?? 0));
  const entries = await tx
    .select({ row: crmCalls, to })
    .from(crmCalls)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, crmCalls.destination_id))
    .where(inArray(crmCalls.call_id, callIds));
  const withRecipient = <T extends object>(rows: readonly { row: T; to: Endpoint }[]) =>
    rows.map((one) => ({ ...one.row, recipient: recipientOf(one.to) }));
  return {
    legs: await tx.select().from(legs).where(inArray(legs.call_id, callIds)).orderBy(asc(legs.id)),
    outward_deliveries: withRecipient(deliveries),
    crm_contacts: withRecipient(contacts),
    crm_calls: withRecipient(entries),
  };
}

async function readAuditLog(tx: Database, { accountId, lead }: FoundPerson, { recordings }: PersonalRows) {
  return tx
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.account_id, accountId),
        or(
          lead ? sql`${auditLog.subject} like ${`lead ${lead.id}:%`}` : undefined,
          // With the call, or as earlier versions wrote it.
          inArray(sql`split_part(${auditLog.subject}, ':', 1)`, [
            '',
            ...recordings.map(({ id }) => `recording ${id}`),
          ]),
        ),
      ),
    )
    .orderBy(asc(auditLog.id));
}
