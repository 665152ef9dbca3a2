/**
 * Tells the outside what happened. Events and deliveries are rows; a delivery is one process's for a minute, and comes
 * back when that process died. Each destination has a few places of its own, so that one that hangs holds up no other.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { isCrm } from '../../leads/core/crm-names.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { outwardDeliveries, outwardDestinations, outwardEvents } from '../../platform/database/schema.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { OutwardHttp } from '../../platform/telephony/outward-http.ts';
import { type CrmDestination, CrmSettings, crmClients, type Told, tellCrm } from '../crm/crm-sync.ts';
import { nextTryAt, signature } from './core/outward.ts';
import { eventName, forgetTold, tellDueEvents } from './outward-events.ts';

const POLL_MS = 1_000;
/** More than the longest try. */
const CLAIM_MS = 60_000;
const AT_ONCE_EACH = 4;
/** A CRM is asked several things for one event, and counts what it is asked. */
const CRM_CLAIM_MS = 120_000;
const AT_ONCE_CRM = 2;
/** A CRM that let nothing in is left alone so long; one that asks for more, at most for the other. */
const LOCKED_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
const FORGET_EVERY_MS = 3_600_000;
/** So long what was told can be told again. */
export const KEPT_MS = 30 * 24 * 3_600_000;
const STOP_LIMIT_MS = 1_000;

export interface OutwardParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly http: OutwardHttp;
  /** Of this product, without a slash at the end. */
  readonly publicUrl: string;
}

export interface Outward {
  /** Looks for what is due now. Resolves when all that was due has been tried. */
  poll(): Promise<void>;
  /** Lets what has begun come to an end, for a second unless told otherwise. */
  stop(limitMs?: number): Promise<void>;
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

export function startOutward(parts: OutwardParts): Outward {
  const { db, clock, log } = parts;
  const running = new Map<number, number>();
  const works = new Set<Promise<void>>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  const clientOf = crmClients(parts.http, clock);

  async function tell(delivery: Delivery): Promise<Told> {
    const { isRemoved, crm, id, body } = delivery;
    if (isRemoved) return { kind: 'refused', error: 'The destination was removed.' };
    if (crm === null) return post(parts, delivery);
    return tellCrm({ ...parts, isEnding: () => stopped }, clientOf(crm), crm, id, body);
  }

  async function attempt(delivery: Delivery): Promise<void> {
    try {
      await conclude(parts, delivery, await tell(delivery));
    } catch (error) {
      // The claim runs out and the row comes back.
      log.error({ err: error, delivery: delivery.id }, 'delivery not concluded');
    }
  }

  function begin(delivery: Delivery): void {
    const { destinationId } = delivery;
    running.set(destinationId, (running.get(destinationId) ?? 0) + 1);
    const work = attempt(delivery).finally(() => {
      running.set(destinationId, (running.get(destinationId) ?? 1) - 1);
      works.delete(work);
      // Its place is free for the next of the same destination.
      if (!stopped) void look();
    });
    works.add(work);
  }

  /** One look at a time; whoever asks during one gets another after it. */
  let again = false;
  function look(): Promise<void> {
    if (looking !== null) {
      again = true;
      return looking;
    }
    looking = (async () => {
      do {
        again = false;
        while (!stopped && (await tellDueEvents(db, clock.now())) > 0);
        if (stopped) return;
        const taken = await claim(db, clock.now(), running);
        if (stopped) await giveBack(db, taken);
        else for (const one of taken) begin(one);
      } while (again && !stopped);
    })()
      .catch((error: unknown) => log.warn({ err: error }, 'outward events not read'))
      .finally(() => {
        looking = null;
      });
    return looking;
  }

  const round = () => {
    if (stopped) return;
    timer = setTimeout(() => void look().then(round), POLL_MS);
  };
  void look().then(round);
  const forgetting = setInterval(() => {
    forgetTold(db, clock.now() - KEPT_MS).catch((error: unknown) =>
      log.warn({ err: error }, 'old outward events not removed'),
    );
  }, FORGET_EVERY_MS).unref();

  return {
    async poll() {
      await look();
      while (works.size > 0 || looking !== null) await Promise.all([...works, looking]);
    },
    async stop(limitMs = STOP_LIMIT_MS) {
      stopped = true;
      clearTimeout(timer);
      clearInterval(forgetting);
      const ended = Promise.allSettled([...works, looking]);
      await Promise.race([ended, delay(limitMs, undefined, { ref: false })]);
    },
  };
}

/** Takes, for each destination with a free place, what is due and nobody works on. */
async function claim(
  db: Database,
  now: number,
  running: ReadonlyMap<number, number>,
): Promise<readonly Delivery[]> {
  const at = new Date(now).toISOString();
  const isFree = sql`one.status = 'waiting' and one.due_at <= ${at} and (one.claimed_until is null or one.claimed_until < ${at})`;
  const waiting = await queryRows<{ id: number | string }>(
    db,
    sql`select distinct one.destination_id as id from ${outwardDeliveries} one
      join ${outwardDestinations} its on its.id = one.destination_id
      where ${isFree} and (its.paused_until is null or its.paused_until <= ${at} or its.removed_at is not null)`,
  );
  const taken: Delivery[] = [];
  for (const row of waiting) {
    const id = Number(row.id);
    const [destination] = await db.select().from(outwardDestinations).where(eq(outwardDestinations.id, id));
    if (!destination) continue;
    const crm = crmOf(destination);
    const places = (crm === null ? AT_ONCE_EACH : AT_ONCE_CRM) - (running.get(id) ?? 0);
    if (places <= 0) continue;
    // A CRM hears of a lead one thing after the other, in the order in which they were told.
    const isNext =
      crm === null
        ? sql`true`
        : sql`not exists (select from ${outwardEvents} its, ${outwardEvents} others, ${outwardDeliveries} other
            where its.id = one.event_id and others.lead_id = its.lead_id and other.event_id = others.id
              and other.destination_id = one.destination_id and other.id <> one.id and other.status = 'waiting'
              and (other.id < one.id or other.claimed_until >= ${at}))`;
    const rows = await db
      .update(outwardDeliveries)
      .set({
        claimed_until: new Date(now + (crm === null ? CLAIM_MS : CRM_CLAIM_MS)),
        attempts: sql`${outwardDeliveries.attempts} + 1`,
      })
      .where(
        sql`${outwardDeliveries.id} in (select one.id from ${outwardDeliveries} one
          where one.destination_id = ${id} and ${isFree} and ${isNext}
          order by one.due_at, one.id limit ${places} for update of one skip locked)`,
      )
      .returning();
    for (const one of rows) {
      const [event] = await db.select().from(outwardEvents).where(eq(outwardEvents.id, one.event_id));
      if (!event) continue;
      taken.push({
        id: one.id,
        eventId: one.event_id,
        destinationId: id,
        url: destination.url,
        secret: destination.secret,
        isRemoved: destination.removed_at !== null,
        crm,
        body: event.body ?? '',
        attempts: one.attempts,
        since: one.since.getTime(),
      });
    }
  }
  return taken;
}

/** Taken and not begun: whoever looks next has it at once. */
async function giveBack(db: Database, taken: readonly Delivery[]): Promise<void> {
  if (taken.length === 0) return;
  const ids = taken.map(({ id }) => id);
  await db
    .update(outwardDeliveries)
    .set({ claimed_until: null, attempts: sql`${outwardDeliveries.attempts} - 1` })
    .where(and(inArray(outwardDeliveries.id, ids), eq(outwardDeliveries.status, 'waiting')));
}

function crmOf(row: typeof outwardDestinations.$inferSelect): CrmDestination | null {
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
  const due = told.kind === 'taken' || told.kind === 'refused' ? null : nextDue(told, attempts, since, now);
  const status = told.kind === 'taken' ? 'delivered' : due === null ? 'failed' : 'waiting';
  const error = told.kind === 'taken' || told.kind === 'wait' ? told.why : told.error;
  if (status === 'failed') log.warn({ delivery: id, destination: destinationId, error }, 'delivery given up');
  await db
    .update(outwardDeliveries)
    .set({
      status,
      due_at: new Date(due ?? now),
      claimed_until: null,
      last_status: 'status' in told ? (told.status ?? null) : null,
      last_error: error?.slice(0, 300) ?? null,
      concluded_at: status === 'waiting' ? null : new Date(now),
    })
    .where(and(eq(outwardDeliveries.id, id), eq(outwardDeliveries.status, 'waiting')));
  if (delivery.crm !== null) await noteTrouble(db, destinationId, told, now);
}

/** When it is tried again; `null`: never. What the other side asks for comes before our own schedule. */
function nextDue(
  told: Exclude<Told, { kind: 'taken' | 'refused' }>,
  attempts: number,
  since: number,
  now: number,
): number | null {
  const ours = nextTryAt(attempts, since, now);
  if (ours === null) return null;
  if (told.kind === 'wait') return Math.max(told.until, now + 1_000);
  if (told.kind === 'locked') return Math.max(ours, now + LOCKED_PAUSE_MS);
  return Math.max(ours, now + Math.min(LONGEST_PAUSE_MS, told.afterMs ?? 0));
}

/** What keeps a whole CRM closed stands at its destination, until it lets something in. */
async function noteTrouble(db: Database, destinationId: number, told: Told, now: number): Promise<void> {
  const at = new Date(now);
  const of = eq(outwardDestinations.id, destinationId);
  if (told.kind === 'locked') {
    await db
      .update(outwardDestinations)
      .set({
        trouble: told.error.slice(0, 300),
        trouble_at: at,
        paused_until: new Date(now + LOCKED_PAUSE_MS),
      })
      .where(of);
    return;
  }
  if (told.kind === 'later' && told.afterMs !== null) {
    const pause = Math.min(LONGEST_PAUSE_MS, told.afterMs);
    await db
      .update(outwardDestinations)
      .set({ paused_until: new Date(now + pause) })
      .where(of);
    return;
  }
  if (told.kind === 'taken' || told.kind === 'refused')
    await db
      .update(outwardDestinations)
      .set({ trouble: null, trouble_at: null, paused_until: null })
      .where(and(of, isNotNull(outwardDestinations.trouble)));
}
