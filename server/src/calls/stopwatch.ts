import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { type calls, callUsers, legs } from '../platform/database/schema.ts';
import { type Stopwatch, toStopwatch } from './core/stopwatch.ts';
export async function readStopwatch(
  db: Database,
  call: typeof calls.$inferSelect,
  decidedAt: Date | null,
): Promise<Stopwatch> {
  const [winner] =
    call.claimed_by === null
      ? []
      : await db.select().from(callUsers).where(eq(callUsers.id, call.claimed_by));
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
    rungAt: time(winner?.rung_at),
    acknowledgedAt: time(winner?.acknowledged_at),
    acceptedAt: time(winner?.accepted_at),
    dialedAt: time(lead?.created_at),
    answeredAt: time(lead?.answered_at),
  });
}
