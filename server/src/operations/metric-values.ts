/** Reads the gauges of the whole installation, and the figures of each ended call. */

import { asc, eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { readStopwatch } from '../calls/stopwatch.ts';
import { type Database, queryRows } from '../platform/database/database.ts';
import type { QueryTime } from '../platform/database/query-time.ts';
import {
  calls,
  callUsers,
  effects,
  presence,
  routingDecisions,
  scheduledCalls,
  webhookDeliveries,
} from '../platform/database/schema.ts';
import type { EndedCall, Gauges, Metrics } from './metrics.ts';

/** Each count uses a partial index on open rows. */
export async function readGauges(db: Database, { now, presenceCutoff }: QueryTime): Promise<Gauges> {
  const at = new Date(now).toISOString();
  const fresh = new Date(presenceCutoff).toISOString();
  const [row] = await queryRows<{
    open_calls: Record<string, number> | null;
    phones: Record<string, number> | null;
    ringing: number;
    due: number;
    oldest: number;
    scheduled: number;
    due_calls: number;
    oldest_due_call: number;
    deliveries: number;
    oldest_delivery: number;
  }>(
    db,
    sql`select
      (select json_object_agg(status, n) from (
        select status, count(*)::int n from ${calls} where ${calls.ended_at} is null group by status) open) open_calls,
      (select json_object_agg(state, n) from (
        select state, count(*)::int n from ${presence} where ${presence.renewed_at} > ${fresh} group by state) held) phones,
      (select count(*)::int from ${callUsers}
        where ${callUsers.ended_at} is null and ${callUsers.status} = 'ringing') ringing,
      (select count(*)::int from ${effects} where ${effects.done_at} is null and ${effects.due_at} <= ${at}) due,
      (select coalesce(extract(epoch from ${at}::timestamptz - min(${effects.due_at})), 0)::float8 from ${effects}
        where ${effects.done_at} is null and ${effects.due_at} <= ${at}) oldest,
      (select count(*)::int from ${scheduledCalls} where ${scheduledCalls.ended_at} is null) scheduled,
      (select count(*)::int from ${scheduledCalls}
        where ${scheduledCalls.ended_at} is null and ${scheduledCalls.due_at} <= ${at}) due_calls,
      (select coalesce(extract(epoch from ${at}::timestamptz - min(${scheduledCalls.due_at})), 0)::float8
        from ${scheduledCalls}
        where ${scheduledCalls.ended_at} is null and ${scheduledCalls.due_at} <= ${at}) oldest_due_call,
      (select count(*)::int from ${webhookDeliveries} where ${webhookDeliveries.status} = 'waiting') deliveries,
      (select coalesce(extract(epoch from ${at}::timestamptz - min(${webhookDeliveries.since})), 0)::float8
        from ${webhookDeliveries} where ${webhookDeliveries.status} = 'waiting') oldest_delivery`,
  );
  return {
    openCalls: row?.open_calls ?? {},
    phones: row?.phones ?? {},
    ringing: row?.ringing ?? 0,
    dueEffects: row?.due ?? 0,
    oldestEffectSeconds: row?.oldest ?? 0,
    scheduledCalls: row?.scheduled ?? 0,
    dueCalls: row?.due_calls ?? 0,
    oldestDueCallSeconds: row?.oldest_due_call ?? 0,
    waitingDeliveries: row?.deliveries ?? 0,
    oldestDeliverySeconds: row?.oldest_delivery ?? 0,
  };
}

export async function readEndedCall(db: Database, callId: number): Promise<EndedCall | null> {
  const [call] = await db.select().from(calls).where(eq(calls.id, callId));
  if (!call) return null;
  const rings = await db
    .select({ status: callUsers.status })
    .from(callUsers)
    .where(eq(callUsers.call_id, callId))
    .orderBy(asc(callUsers.id));
  const [decision] = await db
    .select({ at: routingDecisions.at })
    .from(routingDecisions)
    .where(eq(routingDecisions.call_id, callId))
    .orderBy(asc(routingDecisions.id))
    .limit(1);
  return {
    type: call.type,
    direction: call.direction,
    status: call.status,
    talkSeconds: call.seconds,
    rings: rings.map(({ status }) => status),
    // No steps for calls that an agent placed.
    steps: call.requested_at === null ? {} : { ...(await readStopwatch(db, call, decision?.at ?? null)) },
  };
}

/** Doesn't block the end of the call; logs errors. */
export function createEndedCallCounter(deps: {
  db: Database;
  log: Logger;
  metrics: Metrics;
}): (callId: number) => void {
  const { db, log, metrics } = deps;
  return (callId) => {
    readEndedCall(db, callId).then(
      (call) => call && metrics.callEnded(call),
      (error: unknown) => log.warn({ err: error, call: callId }, 'failed to count an ended call'),
    );
  };
}
