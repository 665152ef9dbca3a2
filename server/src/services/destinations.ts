/** Where an account wants to be told: added, removed, and told again. */
import { randomBytes } from 'node:crypto';
import { CallFilters, OUTWARD_EVENT_NAMES } from '@offhook/contract/outward';
import { and, asc, desc, eq, isNull, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../store/database.ts';
import { outwardDeliveries, outwardDestinations, outwardEvents } from '../store/schema.ts';

export const NewDestination = z.object({
  url: z.url({ protocol: /^https?$/ }).check(z.maxLength(2000)),
  events: z._default(z.array(z.enum(OUTWARD_EVENT_NAMES)).check(z.minLength(1)), [...OUTWARD_EVENT_NAMES]),
  filters: z._default(CallFilters, {}),
});
export type NewDestination = z.input<typeof NewDestination>;

export type DestinationRow = typeof outwardDestinations.$inferSelect;

/** The row has the secret, by which the receiver knows us. */
export async function addDestination(
  db: Database,
  accountId: number,
  wish: NewDestination,
): Promise<DestinationRow> {
  const { url, events, filters } = z.parse(NewDestination, wish);
  const secret = `whsec_${randomBytes(24).toString('base64url')}`;
  const [row] = await db
    .insert(outwardDestinations)
    .values({ account_id: accountId, url, events, filters, secret })
    .returning();
  if (!row) throw new Error('the insert returned no row');
  return row;
}

export function destinationsOf(db: Database, accountId: number): Promise<DestinationRow[]> {
  return db
    .select()
    .from(outwardDestinations)
    .where(and(eq(outwardDestinations.account_id, accountId), isNull(outwardDestinations.removed_at)))
    .orderBy(asc(outwardDestinations.id));
}

/** False: there is no such destination. What is on its way to it is given up. */
export async function removeDestination(db: Database, id: number, now: number): Promise<boolean> {
  const removed = await db
    .update(outwardDestinations)
    .set({ removed_at: new Date(now) })
    .where(and(eq(outwardDestinations.id, id), isNull(outwardDestinations.removed_at)))
    .returning({ id: outwardDestinations.id });
  return removed.length > 0;
}

/** The newest first. */
export function deliveriesOf(db: Database, filter: SQL | undefined, limit: number) {
  return db
    .select({
      id: outwardDeliveries.id,
      destination_id: outwardDeliveries.destination_id,
      event_id: outwardDeliveries.event_id,
      type: outwardEvents.type,
      status: outwardDeliveries.status,
      attempts: outwardDeliveries.attempts,
      last_status: outwardDeliveries.last_status,
      last_error: outwardDeliveries.last_error,
      due_at: outwardDeliveries.due_at,
      concluded_at: outwardDeliveries.concluded_at,
    })
    .from(outwardDeliveries)
    .innerJoin(outwardEvents, eq(outwardEvents.id, outwardDeliveries.event_id))
    .where(filter)
    .orderBy(desc(outwardDeliveries.id))
    .limit(limit);
}

/** Tells again, under the same event id, for another day at most. Answers how many. */
export async function replay(db: Database, filter: SQL | undefined, now: number): Promise<number> {
  const at = new Date(now);
  const rows = await db
    .update(outwardDeliveries)
    .set({ status: 'waiting', since: at, due_at: at, claimed_until: null, attempts: 0, concluded_at: null })
    .where(filter)
    .returning({ id: outwardDeliveries.id });
  return rows.length;
}
