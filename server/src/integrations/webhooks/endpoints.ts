import { randomBytes } from 'node:crypto';
import { CRMS } from '@offhook/contract/leads/crms';
import { CallFilters, WEBHOOK_EVENT_NAMES } from '@offhook/contract/webhook-events';
import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { isCrm } from '../../leads/core/crm-names.ts';
import { pick } from '../../platform/core/pick.ts';
import { getAccountRow } from '../../platform/database/account-rows.ts';
import { type Database, insert, queryRows } from '../../platform/database/database.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../../platform/database/schema.ts';
import type { StoredSecrets } from '../../platform/secrets/stored-secrets.ts';

export const NewEndpoint = z.object({
  url: z.url({ protocol: /^https?$/ }).check(z.maxLength(2000)),
  events: z._default(z.array(z.enum(WEBHOOK_EVENT_NAMES)).check(z.minLength(1)), [...WEBHOOK_EVENT_NAMES]),
  filters: z._default(CallFilters, {}),
});
export type NewEndpoint = z.input<typeof NewEndpoint>;

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

export const findEndpoint = (tx: Database, accountId: number, id: number): Promise<EndpointRow> =>
  getAccountRow(tx, webhookEndpoints, accountId, id, isNull(webhookEndpoints.removed_at));

/** The returned row holds the signing secret as its receiver needs it. */
export async function addEndpoint(
  db: Database,
  secrets: StoredSecrets,
  accountId: number,
  input: NewEndpoint,
): Promise<EndpointRow> {
  const { url, events, filters } = z.parse(NewEndpoint, input);
  const secret = `whsec_${randomBytes(24).toString('base64url')}`;
  const row = await insertEndpoint(db, secrets, { account_id: accountId, url, events, filters, secret });
  return { ...row, secret };
}

/** HTTPS, or HTTP on localhost for the demo. */
const crmUrl = z
  .url({ protocol: /^https?$/ })
  .check(z.maxLength(200), z.regex(/^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/));

export const NewCrm = z.object({
  kind: z.enum(CRMS),
  url: crmUrl,
  /** Sent in a header, so it must be printable ASCII. */
  token: z.string().check(z.regex(/^[\x20-\x7e]{1,500}$/)),
  settings: z.object({
    makes_contacts: z.optional(z.boolean()),
    links_recordings: z.optional(z.boolean()),
    client_id: z.optional(z.string().check(z.maxLength(500))),
    tag_field: z.optional(z.string().check(z.regex(/^([A-Za-z][A-Za-z0-9_]{0,99})?$/))),
  }),
});
export type NewCrm = z.input<typeof NewCrm>;

export async function addCrm(
  db: Database,
  secrets: StoredSecrets,
  accountId: number,
  input: NewCrm,
): Promise<EndpointRow> {
  const { kind, url, token: secret, settings } = z.parse(NewCrm, input);
  const events = WEBHOOK_EVENT_NAMES.filter(
    (name) => name !== 'agent_status_changed' && name !== 'callback_scheduled',
  );
  return insertEndpoint(db, secrets, { account_id: accountId, kind, url, secret, settings, events });
}

/** The secret is sealed for its row, so the row's id is taken first. */
async function insertEndpoint(
  db: Database,
  secrets: StoredSecrets,
  row: typeof webhookEndpoints.$inferInsert,
): Promise<EndpointRow> {
  const [next] = await queryRows<{ id: string | number }>(
    db,
    sql`select nextval(pg_get_serial_sequence('outward_destinations', 'id')) as id`,
  );
  const id = Number(next?.id);
  return insert(db, webhookEndpoints, { ...row, id, secret: secrets.seal('destinations', id, row.secret) });
}

export async function listWebhookEndpoints(db: Database, accountId: number): Promise<EndpointRow[]> {
  return (await listEndpoints(db, accountId)).filter(({ kind }) => !isCrm(kind));
}

export async function listCrmEndpoints(db: Database, accountId: number): Promise<EndpointRow[]> {
  return (await listEndpoints(db, accountId)).filter(({ kind }) => isCrm(kind));
}

/** Retries waiting deliveries immediately. */
export async function renewToken(
  db: Database,
  secrets: StoredSecrets,
  id: number,
  token: string,
  now: number,
): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({
      secret: secrets.seal('destinations', id, token),
      trouble: null,
      trouble_at: null,
      paused_until: null,
    })
    .where(eq(webhookEndpoints.id, id));
  await db
    .update(webhookDeliveries)
    .set({ due_at: new Date(now) })
    .where(and(eq(webhookDeliveries.destination_id, id), eq(webhookDeliveries.status, 'waiting')));
}

/** The result of the last attempt to use a CRM's token counts, of a delivery or a test. */
export async function recordSuccess(db: Database, id: number, now: number): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({ trouble: null, trouble_at: new Date(now), paused_until: null })
    .where(
      and(
        eq(webhookEndpoints.id, id),
        or(isNotNull(webhookEndpoints.trouble), isNull(webhookEndpoints.trouble_at)),
      ),
    );
}

export async function recordTrouble(
  db: Database,
  id: number,
  error: string,
  now: number,
  pausedUntil?: number,
): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({
      trouble: error.slice(0, 300),
      trouble_at: new Date(now),
      ...(pausedUntil !== undefined && { paused_until: new Date(pausedUntil) }),
    })
    .where(eq(webhookEndpoints.id, id));
}

function listEndpoints(db: Database, accountId: number): Promise<EndpointRow[]> {
  return db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.account_id, accountId), isNull(webhookEndpoints.removed_at)))
    .orderBy(asc(webhookEndpoints.id));
}

/** Pending deliveries fail on their next attempt. @returns false if there is no such endpoint */
export async function removeEndpoint(db: Database, id: number, now: number): Promise<boolean> {
  const removed = await db
    .update(webhookEndpoints)
    .set({ removed_at: new Date(now) })
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.removed_at)))
    .returning({ id: webhookEndpoints.id });
  return removed.length > 0;
}

export function listNewestDeliveries(db: Database, filter: SQL | undefined, limit: number) {
  return db
    .select({
      id: webhookDeliveries.id,
      destination_id: webhookDeliveries.destination_id,
      event_id: webhookDeliveries.event_id,
      type: webhookEvents.type,
      ...pick(webhookDeliveries, 'status', 'attempts', 'last_status', 'last_error', 'due_at', 'concluded_at'),
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.event_id))
    .where(filter)
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);
}

/** Keeps the event IDs and starts a new retry period. @returns the number of deliveries */
export async function replayDeliveries(db: Database, filter: SQL | undefined, now: number): Promise<number> {
  const at = new Date(now);
  const rows = await db
    .update(webhookDeliveries)
    .set({ status: 'waiting', since: at, due_at: at, claimed_until: null, attempts: 0, concluded_at: null })
    .where(filter)
    .returning({ id: webhookDeliveries.id });
  return rows.length;
}
