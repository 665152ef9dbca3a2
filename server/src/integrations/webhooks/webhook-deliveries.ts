// A process holds a lease on each delivery; when it dies, the lease expires and another process retries. Concurrency is
// limited per endpoint, so that a slow one doesn't block the others.

import { and, eq, exists, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { isCrm } from '../../leads/core/crm-names.ts';
import { english } from '../../platform/core/sentences.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../../platform/database/schema.ts';
import type { StoredSecrets } from '../../platform/secrets/stored-secrets.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import {
  claimRows,
  releaseRows,
  startWorkQueue,
  type WorkQueue,
} from '../../platform/work-queue/work-queue.ts';
import type { DeliveryOutcome } from '../crm/core/sync.ts';
import { type CrmEndpoint, CrmSettings, cachedCrmClients, syncToCrm } from '../crm/crm-sync.ts';
import {
  MAX_RETRY_AFTER_MS,
  nextDueAt,
  RETENTION_MS,
  signPayload,
  UNAUTHORIZED_PAUSE_MS,
} from './core/delivery.ts';
import { recordSuccess, recordTrouble } from './endpoints.ts';
import { deleteOldEvents, dispatchDueEvents } from './webhook-events.ts';

const POLL_MS = 1_000;
/** Longer than the HTTP timeout. */
const CLAIM_MS = 60_000;
const WEBHOOK_CONCURRENCY = 4;
/** An event takes several requests to a CRM, and CRMs limit the request rate. */
const CRM_CLAIM_MS = 120_000;
const CRM_CONCURRENCY = 2;

export interface WebhookDeps extends DatabaseAndClock {
  readonly log: Logger;
  readonly http: SafeHttp;
  readonly publicUrl: string;
  readonly secrets: StoredSecrets;
  /** @param kind `webhook` or the name of a CRM */
  readonly onAttempted?: (kind: string, outcome: 'delivered' | 'again' | 'failed') => void;
}

export interface Delivery {
  readonly id: number;
  readonly endpointId: number;
  readonly url: string;
  /** As stored. */
  readonly secret: string;
  readonly isRemoved: boolean;
  readonly crm: CrmEndpoint | null;
  readonly body: string;
  readonly attempts: number;
  readonly since: number;
}

export function startWebhookDeliveries(deps: WebhookDeps): WorkQueue<Delivery> {
  const { db, clock, log } = deps;
  const getClient = cachedCrmClients(deps.http, clock);
  const queue = startWorkQueue<Delivery, DeliveryOutcome>({
    clock,
    pollEveryMs: POLL_MS,
    // After each delivery, the endpoint has a free slot for the next one.
    pollsAfterEach: true,
    pollName: 'poll for due deliveries',
    nameOf: ({ id }) => `delivery ${id}`,
    async claim(running, isStopping) {
      while (!isStopping() && (await dispatchDueEvents(db, clock.now())) > 0);
      return isStopping() ? [] : claimDeliveries(db, clock.now(), [...running]);
    },
    onClaimError: (error) => log.warn({ err: error }, 'failed to read webhook events'),
    async perform(delivery, isStopping) {
      const { isRemoved, crm, id, body, endpointId } = delivery;
      if (isRemoved) return { kind: 'rejected', error: english({ id: 'delivery.endpointRemoved' }) };
      const secret = deps.secrets.open('destinations', endpointId, delivery.secret);
      if (secret === null) return unreadable(crm);
      if (crm === null) return post(deps, delivery, secret);
      return syncToCrm({ ...deps, isStopping }, getClient({ ...crm, secret }), crm, id, body);
    },
    conclude: (delivery, outcome) => recordOutcome(deps, delivery, outcome),
    onConcludeFailed: ({ id }, error) =>
      log.error({ err: error, delivery: id }, 'failed to record the outcome of a delivery'),
    async release(claimed) {
      if (claimed.length === 0) return;
      const ids = claimed.map(({ id }) => id);
      await releaseRows(db, webhookDeliveries, and(inArray(webhookDeliveries.id, ids), isWaiting));
    },
    cleanUp: () =>
      deleteOldEvents(db, clock.now() - RETENTION_MS).catch((error: unknown) =>
        log.warn({ err: error }, 'failed to delete old webhook events'),
      ),
  });
  void queue.startDue();
  return queue;
}

/** Tried again, because the operator may restore the key. A CRM shows the problem on its page. */
function unreadable(crm: CrmEndpoint | null): DeliveryOutcome {
  const error = english({ id: 'delivery.secretUnreadable' });
  if (crm !== null) return { kind: 'unauthorized', error };
  return { kind: 'retry', error, afterMs: null, mayHaveSucceeded: false };
}

const isWaiting = eq(webhookDeliveries.status, 'waiting');

async function claimDeliveries(
  db: Database,
  now: number,
  running: readonly Delivery[],
): Promise<readonly Delivery[]> {
  const at = new Date(now);
  const isClaimable = and(
    isWaiting,
    lte(webhookDeliveries.due_at, at),
    or(isNull(webhookDeliveries.claimed_until), lt(webhookDeliveries.claimed_until, at)),
  );
  const endpoints = await db
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        exists(
          db
            .select({ id: webhookDeliveries.id })
            .from(webhookDeliveries)
            .where(and(eq(webhookDeliveries.destination_id, webhookEndpoints.id), isClaimable)),
        ),
        or(
          isNull(webhookEndpoints.paused_until),
          lte(webhookEndpoints.paused_until, at),
          isNotNull(webhookEndpoints.removed_at),
        ),
      ),
    );
  const claimed: Delivery[] = [];
  for (const endpoint of endpoints) {
    const { id, url, secret } = endpoint;
    const crm = toCrmEndpoint(endpoint);
    const freeSlots =
      (crm === null ? WEBHOOK_CONCURRENCY : CRM_CONCURRENCY) -
      running.filter(({ endpointId }) => endpointId === id).length;
    if (freeSlots <= 0) continue;
    // A lead's events reach a CRM one at a time and in order.
    const isNext =
      crm === null
        ? undefined
        : sql`not exists (select from ${webhookEvents} its, ${webhookEvents} others, ${webhookDeliveries} other
            where its.id = ${webhookDeliveries.event_id} and others.lead_id = its.lead_id
              and other.event_id = others.id and other.destination_id = ${id}
              and other.id <> ${webhookDeliveries.id} and other.status = 'waiting'
              and (other.id < ${webhookDeliveries.id} or other.claimed_until >= ${at.toISOString()}))`;
    const rows = await claimRows(db, webhookDeliveries, {
      where: and(eq(webhookDeliveries.destination_id, id), isClaimable, isNext),
      orderBy: [webhookDeliveries.due_at, webhookDeliveries.id],
      limit: freeSlots,
      set: {
        claimed_until: new Date(now + (crm === null ? CLAIM_MS : CRM_CLAIM_MS)),
        attempts: sql`${webhookDeliveries.attempts} + 1`,
      },
    });
    for (const { id: delivery, event_id, attempts, since } of rows) {
      const [event] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, event_id));
      if (!event) continue;
      claimed.push({
        id: delivery,
        endpointId: id,
        url,
        secret,
        isRemoved: endpoint.removed_at !== null,
        crm,
        body: event.body ?? '',
        attempts,
        since: since.getTime(),
      });
    }
  }
  return claimed;
}

function toCrmEndpoint(row: typeof webhookEndpoints.$inferSelect): CrmEndpoint | null {
  const { id, kind, url, secret, settings } = row;
  if (!isCrm(kind)) return null;
  return { id, kind, url, secret, settings: z.parse(CrmSettings, settings ?? {}) };
}

const EventBody = z.object({ id: z.string() });
/** A test's id isn't its row's. */
const readEventId = (body: string) => z.parse(EventBody, JSON.parse(body)).id;

async function post(
  { clock, http }: WebhookDeps,
  { url, body }: Delivery,
  secret: string,
): Promise<DeliveryOutcome> {
  const response = await http.send({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'offhook-event-id': readEventId(body),
      'offhook-signature': signPayload(secret, Math.floor(clock.now() / 1000), body),
    },
    body,
  });
  if (response.ok && response.status >= 200 && response.status < 300)
    return { kind: 'delivered', reason: null, status: response.status };
  const error = response.ok ? `HTTP ${response.status}` : response.error;
  return {
    kind: 'retry',
    error,
    afterMs: null,
    mayHaveSucceeded: true,
    status: response.ok ? response.status : null,
  };
}

async function recordOutcome(
  { db, clock, log, onAttempted }: WebhookDeps,
  delivery: Delivery,
  outcome: DeliveryOutcome,
): Promise<void> {
  const now = clock.now();
  const { id, endpointId, attempts, since } = delivery;
  const due = nextDueAt(outcome, attempts, since, now);
  const status = outcome.kind === 'delivered' ? 'delivered' : due === null ? 'failed' : 'waiting';
  const error = outcome.kind === 'delivered' || outcome.kind === 'wait' ? outcome.reason : outcome.error;
  // A delivery that waits for its turn wasn't attempted.
  if (outcome.kind !== 'wait')
    onAttempted?.(delivery.crm?.kind ?? 'webhook', status === 'waiting' ? 'again' : status);
  if (status === 'failed')
    log.warn({ delivery: id, destination: endpointId, error }, 'delivery failed after the last attempt');
  await db
    .update(webhookDeliveries)
    .set({
      status,
      due_at: new Date(due ?? now),
      claimed_until: null,
      last_status: 'status' in outcome ? (outcome.status ?? null) : null,
      last_error: error?.slice(0, 300) ?? null,
      concluded_at: status === 'waiting' ? null : new Date(now),
    })
    .where(and(eq(webhookDeliveries.id, id), isWaiting));
  if (delivery.crm !== null) await updateEndpointHealth(db, endpointId, outcome, now);
}

/** An authorization problem stays on the endpoint until a delivery succeeds. */
async function updateEndpointHealth(
  db: Database,
  endpointId: number,
  outcome: DeliveryOutcome,
  now: number,
): Promise<void> {
  if (outcome.kind === 'unauthorized')
    return recordTrouble(db, endpointId, outcome.error, now, now + UNAUTHORIZED_PAUSE_MS);
  if (outcome.kind === 'retry' && outcome.afterMs !== null) {
    const pause = Math.min(MAX_RETRY_AFTER_MS, outcome.afterMs);
    await db
      .update(webhookEndpoints)
      .set({ paused_until: new Date(now + pause) })
      .where(eq(webhookEndpoints.id, endpointId));
    return;
  }
  if (outcome.kind === 'delivered' || outcome.kind === 'rejected') await recordSuccess(db, endpointId, now);
}
