/** Everything that is stored of a person, as the contract's document: its schema says which columns are handed out. */
import { PersonExport } from '@offhook/contract/console/person-export';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { ChangeContext } from '../../accounts/settings/change.ts';
import { listingOf } from '../../leads/do-not-call.ts';
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
import { keptOf } from './erasure.ts';
import { type FoundPerson, subjectOf } from './person.ts';

export async function exportOf({ tx, at }: ChangeContext, person: FoundPerson) {
  const { accountId, phoneNumber, lead, calls } = person;
  const kept = await keptOf(tx, person);
  const listing = phoneNumber === null ? null : await listingOf(tx, accountId, phoneNumber);
  const [tag] = lead?.tag_id ? await tx.select().from(tags).where(eq(tags.id, lead.tag_id)) : [];
  const rows = {
    ...kept,
    exported_at: new Date(at),
    phone_number: phoneNumber,
    do_not_call_number: listing,
    lead: lead && { ...lead, tag: tag?.name ?? null },
    calls,
    recordings: kept.recordings.map((row) => ({
      ...row,
      address: row.path === null ? null : `/api/v1/recordings/${row.id}.wav`,
    })),
    ...(await elsewhere(tx, person, kept)),
    audit_log: await auditOf(tx, person, kept),
  };
  // Moments become text, and what the schema does not name is left out.
  const document = z.parse(PersonExport, JSON.parse(JSON.stringify(rows)));
  return { document, kept, subject: subjectOf(person, 'exported') };
}

type Kept = Awaited<ReturnType<typeof keptOf>>;
type Destination = Pick<typeof webhookEndpoints.$inferSelect, 'kind' | 'url'>;

/** An address of the company may hold a secret: its host is enough to say who was told. */
function recipientOf({ kind, url }: Destination): string {
  if (kind !== 'webhook') return kind;
  return URL.canParse(url) ? new URL(url).host : '';
}

/** The connections of the calls, and what other systems were told or know. */
async function elsewhere(tx: Database, { lead, calls }: FoundPerson, { outward_events }: Kept) {
  // Nothing has the id 0.
  const callIds = [0, ...calls.map(({ id }) => id)];
  const eventIds = [0, ...outward_events.map(({ id }) => id)];
  const to = { kind: webhookEndpoints.kind, url: webhookEndpoints.url };
  const told = await tx
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
  const named = <T extends object>(rows: readonly { row: T; to: Destination }[]) =>
    rows.map((one) => ({ ...one.row, recipient: recipientOf(one.to) }));
  return {
    legs: await tx.select().from(legs).where(inArray(legs.call_id, callIds)).orderBy(asc(legs.id)),
    outward_deliveries: named(told),
    crm_contacts: named(contacts),
    crm_calls: named(entries),
  };
}

async function auditOf(tx: Database, { accountId, lead }: FoundPerson, { recordings }: Kept) {
  return tx
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.account_id, accountId),
        or(
          lead ? sql`${auditLog.subject} like ${`lead ${lead.id}:%`}` : undefined,
          inArray(auditLog.subject, ['', ...recordings.map(({ id }) => `recording ${id}`)]),
        ),
      ),
    )
    .orderBy(asc(auditLog.id));
}
