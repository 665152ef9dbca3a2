/** Addresses that an account is told at, for its administrators. */

import type { ConsoleDelivery, ConsoleWebhook } from '@offhook/contract/console/console-entities';
import { CallFilters, OUTWARD_EXAMPLES, type OutwardEventName } from '@offhook/contract/outward';
import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  type Acting,
  type Done,
  type Id,
  nextVersion,
  said,
  subjectOf,
} from '../../accounts/settings/change.ts';
import type { ConsoleAnswer, ConsoleBody, ConsoleQuery } from '../../accounts/settings/request.ts';
import { pick } from '../../platform/core/pick.ts';
import type { Database } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/paging.ts';
import { outwardDeliveries, outwardDestinations, outwardEvents } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { OutwardHttp } from '../../platform/telephony/outward-http.ts';
import { signature } from './core/delivery.ts';
import {
  addDestination,
  type DestinationRow,
  destinationOf,
  destinationsOf,
  removeDestination,
  replay,
} from './destinations.ts';

/** A CRM is told in its own way, and is set up elsewhere. */
const OWN_KIND = 'webhook';

export async function listWebhooks(db: Database, accountId: number): Promise<ConsoleWebhook[]> {
  return shown(db, await destinationsOf(db, accountId));
}

/** @throws Refusal notFound */
export async function readWebhook(db: Database, accountId: number, id: number): Promise<ConsoleWebhook> {
  const [one] = await shown(db, [await destinationOf(db, accountId, id)]);
  if (!one) throw new Refusal('notFound');
  return one;
}

async function shown(db: Database, rows: readonly DestinationRow[]): Promise<ConsoleWebhook[]> {
  const ids = rows.map(({ id }) => id);
  const counts =
    ids.length === 0
      ? []
      : await db
          .select({
            id: outwardDeliveries.destination_id,
            status: outwardDeliveries.status,
            count: sql<number>`count(*)::int`,
          })
          .from(outwardDeliveries)
          .where(inArray(outwardDeliveries.destination_id, ids))
          .groupBy(outwardDeliveries.destination_id, outwardDeliveries.status);
  return rows.map((row) => {
    const of = (status: string) =>
      counts.find((one) => one.id === row.id && one.status === status)?.count ?? 0;
    const filters = z.safeParse(CallFilters, row.filters);
    return {
      ...pick(row, 'id', 'version', 'kind', 'url', 'events'),
      filters: filters.success ? filters.data : {},
      created_at: row.created_at.toISOString(),
      waiting: of('waiting'),
      delivered: of('delivered'),
      failed: of('failed'),
    };
  });
}

export async function addWebhook(
  { tx, accountId }: Acting,
  wish: ConsoleBody<'addWebhook'>,
): Promise<Done & { readonly row: DestinationRow }> {
  const row = await addDestination(tx, accountId, {
    url: wish.url,
    ...(wish.events && { events: wish.events }),
    ...(wish.filters && { filters: wish.filters }),
  });
  const filters = Object.keys(filtersIn(wish.filters)).map((filter) => `, ${filter}`);
  return { row, subject: `webhook ${row.id}: added${filters.join('')}` };
}

/** @throws Refusal notFound */
export async function changeWebhook(
  { tx, accountId }: Acting,
  { id, version, ...fields }: ConsoleBody<'changeWebhook'> & Id,
): Promise<Done> {
  const row = await destinationOf(tx, accountId, id);
  if (row.kind !== OWN_KIND) throw new Refusal('notFound');
  await nextVersion(tx, outwardDestinations, id, version);
  const set = said(fields);
  if (Object.keys(set).length > 0)
    await tx.update(outwardDestinations).set(set).where(eq(outwardDestinations.id, id));
  return { subject: subjectOf(`webhook ${id}`, { ...set, ...filtersIn(set.filters) }) };
}

/** The names of what is filtered by, for the audit log. */
function filtersIn(filters: CallFilters | undefined): object {
  return Object.fromEntries(
    Object.entries(filters ?? {}).map(([name, values]) => [
      `filter ${name} ${(values ?? []).join(' ')}`,
      true,
    ]),
  );
}

/** @throws Refusal notFound */
export async function removeWebhook({ tx, accountId, at }: Acting, { id }: Id): Promise<Done> {
  await destinationOf(tx, accountId, id);
  await removeDestination(tx, id, at);
  return { subject: `webhook ${id}: removed` };
}

const LISTED = {
  id: outwardDeliveries.id,
  event_id: outwardDeliveries.event_id,
  type: outwardEvents.type,
  ...pick(outwardDeliveries, 'status', 'attempts', 'last_status', 'last_error', 'due_at', 'concluded_at'),
  created_at: outwardEvents.created_at,
};

/** @throws Refusal notFound */
export async function listDeliveries(
  db: Database,
  accountId: number,
  id: number,
  query: ConsoleQuery<'listDeliveries'>,
): Promise<ConsoleAnswer<'listDeliveries'>> {
  await destinationOf(db, accountId, id);
  const found = await db
    .select(LISTED)
    .from(outwardDeliveries)
    .innerJoin(outwardEvents, eq(outwardEvents.id, outwardDeliveries.event_id))
    .where(
      and(
        eq(outwardDeliveries.destination_id, id),
        query.status === undefined ? undefined : eq(outwardDeliveries.status, query.status),
        query.cursor === undefined ? undefined : lt(outwardDeliveries.id, query.cursor),
      ),
    )
    .orderBy(desc(outwardDeliveries.id))
    .limit(query.limit + 1);
  return pageOf(found, query.limit, deliveryView);
}

function deliveryView<Row extends { due_at: Date; concluded_at: Date | null; created_at: Date }>(row: Row) {
  return {
    ...row,
    due_at: row.due_at.toISOString(),
    concluded_at: row.concluded_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** @throws Refusal notFound: also when its address was removed */
export async function replayDelivery(
  { tx, accountId, at }: Acting,
  { id }: Id,
): Promise<Done & { readonly delivery: ConsoleDelivery }> {
  const read = () =>
    tx
      .select({ ...LISTED, destination_id: outwardDestinations.id })
      .from(outwardDeliveries)
      .innerJoin(outwardEvents, eq(outwardEvents.id, outwardDeliveries.event_id))
      .innerJoin(outwardDestinations, eq(outwardDestinations.id, outwardDeliveries.destination_id))
      .where(
        and(
          eq(outwardDeliveries.id, id),
          eq(outwardDestinations.account_id, accountId),
          isNull(outwardDestinations.removed_at),
        ),
      );
  const [known] = await read();
  if (!known) throw new Refusal('notFound');
  await replay(tx, eq(outwardDeliveries.id, id), at);
  const [row] = await read();
  if (!row) throw new Refusal('notFound');
  const { destination_id, ...delivery } = row;
  return {
    delivery: deliveryView(delivery),
    subject: `webhook ${destination_id}: delivery ${id} told again`,
  };
}

export interface TestAnswer extends Done {
  readonly delivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
}

/** Posts an example, signed as the real events are. No row is made, and nothing is tried again. */
export async function testWebhook(http: OutwardHttp, row: DestinationRow, now: number): Promise<TestAnswer> {
  const subject = `webhook ${row.id}: tested`;
  if (row.kind !== OWN_KIND) throw new Refusal('notFound');
  const type = (row.events[0] ?? 'lead_created') as OutwardEventName;
  const body = JSON.stringify({
    ...OUTWARD_EXAMPLES[type],
    id: 'evt_test',
    created_at: new Date(now).toISOString(),
    account_id: row.account_id,
  });
  const answer = await http.send({
    method: 'POST',
    url: row.url,
    headers: {
      'content-type': 'application/json',
      'offhook-event-id': 'evt_test',
      'offhook-signature': signature(row.secret, Math.floor(now / 1000), body),
    },
    body,
  });
  if (!answer.ok) return { subject, delivered: false, status: null, error: answer.error };
  const delivered = answer.status >= 200 && answer.status < 300;
  return { subject, delivered, status: answer.status, error: delivered ? null : `HTTP ${answer.status}` };
}
