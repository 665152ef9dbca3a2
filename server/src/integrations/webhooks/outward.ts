/**
 * Tells the outside what happened. Events and deliveries are rows; a delivery is one process's for a minute, and comes
 * back when that process died. Each destination has a few places of its own, so that one that hangs holds up no other.
 */

import { and, eq, exists, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { isCrm } from '../../leads/core/crm-names.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../../platform/database/schema.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';
import {
  claimRows,
  releaseRows,
  startWorkQueue,
  type WorkQueue,
} from '../../platform/work-queue/work-queue.ts';
import type { Told } from '../crm/core/sync.ts';
import { type CrmDestination, CrmSettings, crmClients, tellCrm } from '../crm/crm-sync.ts';
import { KEPT_MS, LOCKED_PAUSE_MS, LONGEST_WAIT_MS, nextDue, signature } from './core/delivery.ts';
import { eventName, forgetTold, tellDueEvents } from './outward-events.ts';

const POLL_MS = 1_000;
/** More than the longest try. */
const CLAIM_MS = 60_000;
const AT_ONCE_EACH = 4;
/** A CRM is asked several things for one event, and counts what it is asked. */
const CRM_CLAIM_MS = 120_000;
const AT_ONCE_CRM = 2;

export interface OutwardParts extends DatabaseAndClock {
  readonly log: Logger;
  readonly http: SafeHttp;
  /** Of this product, without a slash at the end. */
  readonly publicUrl: string;
}

export interface Delivery {
  readonly id: number;
  readonly eventId: number;
  readonly destinationId: number;
  readonly url: string;
  readonly secret: string;
  readonly isRemoved: boolean;
  /** `null`: an address that is posted to. */
  readonly crm: CrmDestination | null;
  readonly body: string;
  readonly attempts: number;
  readonly since: number;
}

export function startOutward(parts: OutwardParts): WorkQueue<Delivery> {
  const { db, clock, log } = parts;
  const clientOf = crmClients(parts.http, clock);
  const queue = startWorkQueue<Delivery, Told>({
    clock,
    pollEveryMs: POLL_MS,
    // Its place is free for the next of the same destination.
    pollsAfterEach: true,
    pollName: 'poll for due deliveries',
    nameOf: ({ id }) => `delivery ${id}`,
    async claim(running, isStopping) {
      while (!isStopping() && (await tellDueEvents(db, clock.now())) > 0);
      return isStopping() ? [] : claim(db, clock.now(), [...running]);
    },
    onClaimError: (error) => log.warn({ err: error }, 'outward events not read'),
    async perform(delivery, isEnding) {
      const { isRemoved, crm, id, body } = delivery;
      if (isRemoved) return { kind: 'refused', error: 'The destination was removed.' };
      if (crm === null) return post(parts, delivery);
      return tellCrm({ ...parts, isEnding }, clientOf(crm), crm, id, body);
    },
    conclude: (delivery, told) => conclude(parts, delivery, told),
    onConcludeFailed: ({ id }, error) => log.error({ err: error, delivery: id }, 'delivery not concluded'),
    async release(taken) {
      if (taken.length === 0) return;
      const ids = taken.map(({ id }) => id);
      await releaseRows(db, webhookDeliveries, and(inArray(webhookDeliveries.id, ids), isWaiting));
    },
    cleanUp: () =>
      forgetTold(db, clock.now() - KEPT_MS).catch((error: unknown) =>
        log.warn({ err: error }, 'old outward events not removed'),
      ),
  });
  void queue.startDue();
  return queue;
}

const isWaiting = eq(webhookDeliveries.status, 'waiting');

/** Takes, for each destination with a free place, what is due and nobody works on. */
async function claim(db: Database, now: number, running: readonly Delivery[]): Promise<readonly Delivery[]> {
  const at = new Date(now);
  const isFree = and(
    isWaiting,
    lte(webhookDeliveries.due_at, at),
    or(isNull(webhookDeliveries.claimed_until), lt(webhookDeliveries.claimed_until, at)),
  );
  const destinations = await db
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        exists(
          db
            .select({ id: webhookDeliveries.id })
            .from(webhookDeliveries)
            .where(and(eq(webhookDeliveries.destination_id, webhookEndpoints.id), isFree)),
        ),
        or(
          isNull(webhookEndpoints.paused_until),
          lte(webhookEndpoints.paused_until, at),
          isNotNull(webhookEndpoints.removed_at),
        ),
      ),
    );
  const taken: Delivery[] = [];
  for (const destination of destinations) {
    const { id, url, secret } = destination;
    const crm = crmOf(destination);
    const places =
      (crm === null ? AT_ONCE_EACH : AT_ONCE_CRM) -
      running.filter(({ destinationId }) => destinationId === id).length;
    if (places <= 0) continue;
    // A CRM hears of a lead one thing after the other, in the order in which they were told.
    const isNext =
      crm === null
        ? undefined
        : sql`not exists (select from ${webhookEvents} its, ${webhookEvents} others, ${webhookDeliveries} other
            where its.id = ${webhookDeliveries.event_id} and others.lead_id = its.lead_id
              and other.event_id = others.id and other.destination_id = ${id}
              and other.id <> ${webhookDeliveries.id} and other.status = 'waiting'
              and (other.id < ${webhookDeliveries.id} or other.claimed_until >= ${at.toISOString()}))`;
    const rows = await claimRows(db, webhookDeliveries, {
      where: and(eq(webhookDeliveries.destination_id, id), isFree, isNext),
      orderBy: [webhookDeliveries.due_at, webhookDeliveries.id],
      limit: places,
      set: {
        claimed_until: new Date(now + (crm === null ? CLAIM_MS : CRM_CLAIM_MS)),
        attempts: sql`${webhookDeliveries.attempts} + 1`,
      },
    });
    for (const { id: delivery, event_id, attempts, since } of rows) {
      const [event] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, event_id));
      if (!event) continue;
      taken.push({
        id: delivery,
        eventId: event_id,
        destinationId: id,
        url,
        secret,
        isRemoved: destination.removed_at !== null,
        crm,
        body: event.body ?? '',
        attempts,
        since: since.getTime(),
      });
    }
  }
  return taken;
}

function crmOf(row: typeof webhookEndpoints.$inferSelect): CrmDestination | null {
  const { id, kind, url, secret, settings } = row;
  if (!isCrm(kind)) return null;
  return { id, kind, url, secret, settings: z.parse(CrmSettings, settings ?? {}) };
}

async function post({ clock, http }: OutwardParts, delivery: Delivery): Promise<Told> {
  const { url, secret, body, eventId } = delivery;
  const answer = await http.send({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'offhook-event-id': eventName(eventId),
      'offhook-signature': signature(secret, Math.floor(clock.now() / 1000), body),
    },
    body,
  });
  if (answer.ok && answer.status >= 200 && answer.status < 300)
    return { kind: 'taken', why: null, status: answer.status };
  const error = answer.ok ? `HTTP ${answer.status}` : answer.error;
  return { kind: 'later', error, afterMs: null, isUnheard: true, status: answer.ok ? answer.status : null };
}

async function conclude({ db, clock, log }: OutwardParts, delivery: Delivery, told: Told): Promise<void> {
  const now = clock.now();
  const { id, destinationId, attempts, since } = delivery;
  const due = nextDue(told, attempts, since, now);
  const status = told.kind === 'taken' ? 'delivered' : due === null ? 'failed' : 'waiting';
  const error = told.kind === 'taken' || told.kind === 'wait' ? told.why : told.error;
  if (status === 'failed') log.warn({ delivery: id, destination: destinationId, error }, 'delivery given up');
  await db
    .update(webhookDeliveries)
    .set({
      status,
      due_at: new Date(due ?? now),
      claimed_until: null,
      last_status: 'status' in told ? (told.status ?? null) : null,
      last_error: error?.slice(0, 300) ?? null,
      concluded_at: status === 'waiting' ? null : new Date(now),
    })
    .where(and(eq(webhookDeliveries.id, id), isWaiting));
  if (delivery.crm !== null) await noteTrouble(db, destinationId, told, now);
}

/** What keeps a whole CRM closed stands at its destination, until it lets something in. */
async function noteTrouble(db: Database, destinationId: number, told: Told, now: number): Promise<void> {
  const at = new Date(now);
  const of = eq(webhookEndpoints.id, destinationId);
  if (told.kind === 'locked') {
    await db
      .update(webhookEndpoints)
      .set({
        trouble: told.error.slice(0, 300),
        trouble_at: at,
        paused_until: new Date(now + LOCKED_PAUSE_MS),
      })
      .where(of);
    return;
  }
  if (told.kind === 'later' && told.afterMs !== null) {
    const pause = Math.min(LONGEST_WAIT_MS, told.afterMs);
    await db
      .update(webhookEndpoints)
      .set({ paused_until: new Date(now + pause) })
      .where(of);
    return;
  }
  if (told.kind === 'taken' || told.kind === 'refused')
    await db
      .update(webhookEndpoints)
      .set({ trouble: null, trouble_at: null, paused_until: null })
      .where(and(of, isNotNull(webhookEndpoints.trouble)));
}
