/**
 * Tells the outside what happened. Events and deliveries are rows; a delivery is one process's for a minute, and comes
 * back when that process died. Each destination has a few places of its own, so that one that hangs holds up no other.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { OutwardAnswer, OutwardHttp } from '../adapters/outward-http.ts';
import type { Clock } from '../clock.ts';
import { nextTryAt, signature } from '../core/outward.ts';
import { type Database, queryRows } from '../store/database.ts';
import { outwardDeliveries, outwardDestinations, outwardEvents } from '../store/schema.ts';
import { eventName, forgetTold, tellDueEvents } from './outward-events.ts';

const POLL_MS = 1_000;
/** More than the longest try. */
const CLAIM_MS = 60_000;
const AT_ONCE_EACH = 4;
const FORGET_EVERY_MS = 3_600_000;
/** So long what was told can be told again. */
export const KEPT_MS = 30 * 24 * 3_600_000;
const STOP_LIMIT_MS = 1_000;

export interface OutwardParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly http: OutwardHttp;
}

export interface Outward {
  /** Looks for what is due now. Resolves when all that was due has been tried. */
  poll(): Promise<void>;
  stop(): Promise<void>;
}

export interface Delivery {
  readonly id: number;
  readonly eventId: number;
  readonly destinationId: number;
  readonly kind: string;
  readonly url: string;
  readonly secret: string;
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

  async function attempt(delivery: Delivery): Promise<void> {
    try {
      const answer = await deliver(parts, delivery);
      await conclude(parts, delivery, answer);
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
        if (!stopped) for (const one of await claim(db, clock.now(), running)) begin(one);
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
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearInterval(forgetting);
      let limit: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, STOP_LIMIT_MS);
      });
      await Promise.race([Promise.allSettled([...works, looking]), late]);
      clearTimeout(limit);
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
  const isFree = sql`status = 'waiting' and due_at <= ${at} and (claimed_until is null or claimed_until < ${at})`;
  const waiting = await queryRows<{ id: number | string }>(
    db,
    sql`select distinct destination_id as id from ${outwardDeliveries} where ${isFree}`,
  );
  const taken: Delivery[] = [];
  for (const row of waiting) {
    const id = Number(row.id);
    const places = AT_ONCE_EACH - (running.get(id) ?? 0);
    if (places <= 0) continue;
    const rows = await db
      .update(outwardDeliveries)
      .set({
        claimed_until: new Date(now + CLAIM_MS),
        attempts: sql`${outwardDeliveries.attempts} + 1`,
      })
      .where(
        sql`${outwardDeliveries.id} in (select id from ${outwardDeliveries} where destination_id = ${id} and ${isFree}
          order by due_at, id limit ${places} for update skip locked)`,
      )
      .returning();
    const [destination] = await db.select().from(outwardDestinations).where(eq(outwardDestinations.id, id));
    for (const one of rows) {
      const [event] = await db.select().from(outwardEvents).where(eq(outwardEvents.id, one.event_id));
      if (!destination || !event) continue;
      taken.push({
        id: one.id,
        eventId: one.event_id,
        destinationId: id,
        kind: destination.kind,
        url: destination.url,
        secret: destination.removed_at === null ? destination.secret : '',
        body: event.body ?? '',
        attempts: one.attempts,
        since: one.since.getTime(),
      });
    }
  }
  return taken;
}

async function deliver({ clock, http }: OutwardParts, delivery: Delivery): Promise<OutwardAnswer> {
  const { url, secret, body, eventId } = delivery;
  if (secret === '') return { ok: false, error: 'The destination was removed.' };
  return http.send({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'offhook-event-id': eventName(eventId),
      'offhook-signature': signature(secret, Math.floor(clock.now() / 1000), body),
    },
    body,
  });
}

async function conclude(
  { db, clock, log }: OutwardParts,
  delivery: Delivery,
  answer: OutwardAnswer,
): Promise<void> {
  const now = clock.now();
  const isTaken = answer.ok && answer.status >= 200 && answer.status < 300;
  const next = isTaken || delivery.secret === '' ? null : nextTryAt(delivery.attempts, delivery.since, now);
  const status = isTaken ? 'delivered' : next === null ? 'failed' : 'waiting';
  const error = answer.ok ? `HTTP ${answer.status}` : answer.error;
  if (status === 'failed')
    log.warn({ delivery: delivery.id, destination: delivery.destinationId, error }, 'delivery given up');
  await db
    .update(outwardDeliveries)
    .set({
      status,
      due_at: new Date(next ?? now),
      claimed_until: null,
      last_status: answer.ok ? answer.status : null,
      last_error: isTaken ? null : error.slice(0, 300),
      concluded_at: status === 'waiting' ? null : new Date(now),
    })
    .where(and(eq(outwardDeliveries.id, delivery.id), eq(outwardDeliveries.status, 'waiting')));
}
