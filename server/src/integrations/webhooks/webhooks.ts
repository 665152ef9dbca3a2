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
import type { Database } from '../../platform/database/database.ts';
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

export interface TestResult extends ChangeResult {
  readonly delivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
}

/** Posts a signed example event once, without storing a delivery. */
export async function testWebhook(
  { http, secrets }: { readonly http: SafeHttp; readonly secrets: StoredSecrets },
  row: EndpointRow,
  now: number,
): Promise<TestResult> {
  const subject = `webhook ${row.id}: tested`;
  if (row.kind !== WEBHOOK_KIND) throw new ApiError('notFound');
  const secret = secrets.open('destinations', row.id, row.secret);
  if (secret === null)
    return { subject, delivered: false, status: null, error: english({ id: 'delivery.secretUnreadable' }) };
  const type = (row.events[0] ?? 'lead_created') as WebhookEventName;
  const body = JSON.stringify({
    ...WEBHOOK_EXAMPLES[type],
    id: 'evt_test',
    created_at: new Date(now).toISOString(),
    account_id: row.account_id,
  });
  const response = await http.send({
    method: 'POST',
    url: row.url,
    headers: {
      'content-type': 'application/json',
      'offhook-event-id': 'evt_test',
      'offhook-signature': signPayload(secret, Math.floor(now / 1000), body),
    },
    body,
  });
  if (!response.ok) return { subject, delivered: false, status: null, error: response.error };
  const delivered = response.status >= 200 && response.status < 300;
  return { subject, delivered, status: response.status, error: delivered ? null : `HTTP ${response.status}` };
}
