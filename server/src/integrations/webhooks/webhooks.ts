import { randomUUID } from 'node:crypto';
import type { ConsoleDelivery, ConsoleWebhook } from '@offhook/contract/console/integration-entities';
import { CallFilters, WEBHOOK_EXAMPLES, type WebhookEventName } from '@offhook/contract/webhook-events';
import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  auditSubject,
  bumpVersion,
  type ChangeContext,
  type ChangeResult,
  type Id,
  pickDefined,
  type SecretsChangeContext,
} from '../../accounts/settings/change.ts';
import type { ConsoleBody, ConsoleQuery, ConsoleResponse } from '../../accounts/settings/request.ts';
import { pick } from '../../platform/core/pick.ts';
import { english } from '../../platform/core/sentences.ts';
import { type Database, insert } from '../../platform/database/database.ts';
import { toPage } from '../../platform/database/paging.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { StoredSecrets } from '../../platform/secrets/stored-secrets.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import { signPayload } from './core/delivery.ts';
import {
  addEndpoint,
  type EndpointRow,
  findEndpoint,
  listWebhookEndpoints,
  removeEndpoint,
  replayDeliveries,
} from './endpoints.ts';

/** CRMs are endpoints of other kinds, with their own settings. */
const WEBHOOK_KIND = 'webhook';
/** Of every test, so that a receiver can tell it from an event. */
const TEST_EVENT_ID = 'evt_test';
const TEST_KEY = 'test:';

export async function listWebhooks(db: Database, accountId: number): Promise<ConsoleWebhook[]> {
  return toViews(db, await listWebhookEndpoints(db, accountId));
}

export async function readWebhook(db: Database, accountId: number, id: number): Promise<ConsoleWebhook> {
  const [one] = await toViews(db, [await findEndpoint(db, accountId, id)]);
  if (!one) throw new ApiError('notFound');
  return one;
}

async function toViews(db: Database, rows: readonly EndpointRow[]): Promise<ConsoleWebhook[]> {
  const ids = rows.map(({ id }) => id);
  const counts =
    ids.length === 0
      ? []
      : await db
          .select({
            id: webhookDeliveries.destination_id,
            status: webhookDeliveries.status,
            count: sql<number>`count(*)::int`,
          })
          .from(webhookDeliveries)
          .where(inArray(webhookDeliveries.destination_id, ids))
          .groupBy(webhookDeliveries.destination_id, webhookDeliveries.status);
  return rows.map((row) => {
    const count = (status: string) =>
      counts.find((one) => one.id === row.id && one.status === status)?.count ?? 0;
    const filters = z.safeParse(CallFilters, row.filters);
    return {
      ...pick(row, 'id', 'version', 'kind', 'url', 'events'),
      filters: filters.success ? filters.data : {},
      created_at: row.created_at.toISOString(),
      waiting: count('waiting'),
      delivered: count('delivered'),
      failed: count('failed'),
    };
  });
}

export async function addWebhook(
  { tx, accountId, secrets }: SecretsChangeContext,
  input: ConsoleBody<'addWebhook'>,
): Promise<ChangeResult & { readonly row: EndpointRow }> {
  const row = await addEndpoint(tx, secrets, accountId, {
    url: input.url,
    ...(input.events && { events: input.events }),
    ...(input.filters && { filters: input.filters }),
  });
  const filters = Object.keys(filtersForAudit(input.filters)).map((filter) => `, ${filter}`);
  return { row, subject: `webhook ${row.id}: added${filters.join('')}` };
}

export async function changeWebhook(
  { tx, accountId }: ChangeContext,
  { id, version, ...fields }: ConsoleBody<'changeWebhook'> & Id,
): Promise<ChangeResult> {
  const row = await findEndpoint(tx, accountId, id);
  if (row.kind !== WEBHOOK_KIND) throw new ApiError('notFound');
  await bumpVersion(tx, webhookEndpoints, id, version);
  const set = pickDefined(fields);
  if (Object.keys(set).length > 0)
    await tx.update(webhookEndpoints).set(set).where(eq(webhookEndpoints.id, id));
  return { subject: auditSubject(`webhook ${id}`, { ...set, ...filtersForAudit(set.filters) }) };
}

function filtersForAudit(filters: CallFilters | undefined): object {
  return Object.fromEntries(
    Object.entries(filters ?? {}).map(([name, values]) => [
      `filter ${name} ${(values ?? []).join(' ')}`,
      true,
    ]),
  );
}

export async function removeWebhook({ tx, accountId, at }: ChangeContext, { id }: Id): Promise<ChangeResult> {
  await findEndpoint(tx, accountId, id);
  await removeEndpoint(tx, id, at);
  return { subject: `webhook ${id}: removed` };
}

const DELIVERY_COLUMNS = {
  id: webhookDeliveries.id,
  event_id: webhookDeliveries.event_id,
  type: webhookEvents.type,
  is_test: sql<boolean>`coalesce(starts_with(${webhookEvents.key}, ${TEST_KEY}), false)`,
  ...pick(webhookDeliveries, 'status', 'attempts', 'last_status', 'last_error', 'due_at', 'concluded_at'),
  created_at: webhookEvents.created_at,
};

export async function listDeliveries(
  db: Database,
  accountId: number,
  id: number,
  query: ConsoleQuery<'listDeliveries'>,
): Promise<ConsoleResponse<'listDeliveries'>> {
  await findEndpoint(db, accountId, id);
  const found = await db
    .select(DELIVERY_COLUMNS)
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.event_id))
    .where(
      and(
        eq(webhookDeliveries.destination_id, id),
        query.status === undefined ? undefined : eq(webhookDeliveries.status, query.status),
        query.cursor === undefined ? undefined : lt(webhookDeliveries.id, query.cursor),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(query.limit + 1);
  return toPage(found, query.limit, deliveryView);
}

function deliveryView<Row extends { due_at: Date; concluded_at: Date | null; created_at: Date }>(row: Row) {
  return {
    ...row,
    due_at: row.due_at.toISOString(),
    concluded_at: row.concluded_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** @throws ApiError notFound, also if its webhook was removed */
export async function replayDelivery(
  { tx, accountId, at }: ChangeContext,
  { id }: Id,
): Promise<ChangeResult & { readonly delivery: ConsoleDelivery }> {
  const read = () =>
    tx
      .select({ ...DELIVERY_COLUMNS, destination_id: webhookEndpoints.id })
      .from(webhookDeliveries)
      .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.event_id))
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.destination_id))
      .where(
        and(
          eq(webhookDeliveries.id, id),
          eq(webhookEndpoints.account_id, accountId),
          isNull(webhookEndpoints.removed_at),
        ),
      );
  const [existing] = await read();
  if (!existing) throw new ApiError('notFound');
  await replayDeliveries(tx, eq(webhookDeliveries.id, id), at);
  const [row] = await read();
  if (!row) throw new ApiError('notFound');
  const { destination_id, ...delivery } = row;
  return {
    delivery: deliveryView(delivery),
    subject: `webhook ${destination_id}: delivery ${id} replayed`,
  };
}

export interface WebhookTest extends Id {
  readonly type: WebhookEventName;
  readonly body: string;
  readonly delivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
}

/** Posts a signed example event once. */
export async function testWebhook(
  { http, secrets }: { readonly http: SafeHttp; readonly secrets: StoredSecrets },
  row: EndpointRow,
  now: number,
): Promise<WebhookTest> {
  if (row.kind !== WEBHOOK_KIND) throw new ApiError('notFound');
  const type = (row.events[0] ?? 'lead_created') as WebhookEventName;
  const body = JSON.stringify({
    ...WEBHOOK_EXAMPLES[type],
    id: TEST_EVENT_ID,
    created_at: new Date(now).toISOString(),
    account_id: row.account_id,
  });
  const failed = (status: number | null, error: string) => ({ ...test, delivered: false, status, error });
  const test = { id: row.id, type, body };
  const secret = secrets.open('destinations', row.id, row.secret);
  if (secret === null) return failed(null, english({ id: 'delivery.secretUnreadable' }));
  const response = await http.send({
    method: 'POST',
    url: row.url,
    headers: {
      'content-type': 'application/json',
      'offhook-event-id': TEST_EVENT_ID,
      'offhook-signature': signPayload(secret, Math.floor(now / 1000), body),
    },
    body,
  });
  if (!response.ok) return failed(null, response.error);
  const { status } = response;
  return status >= 200 && status < 300
    ? { ...test, delivered: true, status, error: null }
    : failed(status, `HTTP ${status}`);
}

/** Lists the test among the deliveries. It is never retried. */
export async function recordWebhookTest(
  { tx, accountId, at }: ChangeContext,
  { id, type, body, delivered, status, error }: WebhookTest,
): Promise<ChangeResult> {
  const now = new Date(at);
  const event = await insert(tx, webhookEvents, {
    account_id: accountId,
    type,
    key: `${TEST_KEY}${randomUUID()}`,
    due_at: now,
    created_at: now,
    told_at: now,
    body,
  });
  await tx.insert(webhookDeliveries).values({
    event_id: event.id,
    destination_id: id,
    status: delivered ? 'delivered' : 'failed',
    attempts: 1,
    since: now,
    due_at: now,
    last_status: status,
    last_error: error?.slice(0, 300) ?? null,
    concluded_at: now,
  });
  return { subject: `webhook ${id}: tested` };
}
