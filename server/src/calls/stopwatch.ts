import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { type calls, callUsers, legs } from '../platform/database/schema.ts';
import { type Stopwatch, toStopwatch } from './core/stopwatch.ts';

/** Measures the ring of the first agent who accepted; after a transfer or barge, another agent has the call. */
export async function readStopwatch(
  db: Database,
  call: typeof calls.$inferSelect,
  decidedAt: Date | null,
): Promise<Stopwatch> {
  const [first] = await db
    .select()
    .from(callUsers)
    .where(and(eq(callUsers.call_id, call.id), isNotNull(callUsers.accepted_at)))
    .orderBy(asc(callUsers.accepted_at), asc(callUsers.id))
    .limit(1);
  const [lead] = await db
    .select()
    .from(legs)
    .where(and(eq(legs.call_id, call.id), eq(legs.kind, 'lead')))
    .orderBy(asc(legs.id))
    .limit(1);
  const time = (moment: Date | null | undefined) => moment?.getTime() ?? null;
  return toStopwatch({
    requestedAt: time(call.requested_at),
    scheduledFor: time(call.planned_for),
    startedAt: call.started_at.getTime(),
    decidedAt: time(decidedAt),
    rungAt: time(first?.rung_at),
    acknowledgedAt: time(first?.acknowledged_at),
    acceptedAt: time(first?.accepted_at),
    dialedAt: time(lead?.created_at),
    answeredAt: time(lead?.answered_at),
  });
}
