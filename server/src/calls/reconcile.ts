// Makes up for lost callbacks: the provider's answers are applied like callbacks. Runs at startup and every 30 s.

import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { isFinal } from '../platform/core/leg-status.ts';
import { english } from '../platform/core/sentences.ts';
import { calls, legs, recordings } from '../platform/database/schema.ts';
import type { Telephony } from '../platform/telephony/telephony.ts';
import { transact } from '../platform/work-queue/transact.ts';
import type { RecordingsIntake } from '../recordings/recordings-intake.ts';
import { applyEvents, type TransitionDeps } from './call-transitions.ts';
import { toCall, toLeg } from './conversations.ts';
import type { ConversationEvent } from './core/conversation/conversation.ts';
import type { Leg } from './core/leg.ts';
import { recoverLostVoicemails } from './voicemail/voicemail.ts';

export interface ReconcileDeps extends TransitionDeps {
  readonly telephony: Telephony;
  readonly recordings: RecordingsIntake;
}

/** A leg requested this long ago that has no SID was never created. */
const NEVER_CREATED_AFTER_MS = 120_000;
const LINGERING_AFTER_MS = 15_000;
const RECORDING_SEARCH_WINDOW_MS = 3_600_000;
const CONCURRENCY = 8;

export async function reconcile(deps: ReconcileDeps): Promise<void> {
  const open = await deps.db.select().from(calls).where(isNull(calls.ended_at));
  await runConcurrently(open, (call) => reconcileCall(deps, call));
  await endLingeringLegs(deps);
  await recoverLostRecordings(deps);
  await recoverLostVoicemails(deps);
}

async function reconcileCall(deps: ReconcileDeps, row: typeof calls.$inferSelect): Promise<void> {
  const { db, telephony, clock, log } = deps;
  const legRows = await db.select().from(legs).where(eq(legs.call_id, row.id));
  const liveLegs = legRows.filter(({ ended_at }) => ended_at === null);
  const lastReport = lastReportAt(row, legRows.map(toLeg));
  const events: { leg: Leg; event: ConversationEvent }[] = [];
  let seen = false;
  for (const legRow of liveLegs) {
    const leg = toLeg(legRow);
    const now = clock.now();
    if (leg.sid === null) {
      if (now - legRow.created_at.getTime() < NEVER_CREATED_AFTER_MS) continue;
      const reason = english({ id: 'callReason.providerLost' });
      events.push({ leg, event: { type: 'legRejected', legId: leg.id, reason, at: now } });
      continue;
    }
    const found = await telephony.call(leg.sid);
    if (found.ok) {
      const { status, seconds, endedAt, startedAt } = found.value;
      seen ||= !isFinal(status);
      const at = isFinal(status) ? (endedAt ?? now) : status === 'in-progress' ? (startedAt ?? now) : now;
      events.push({ leg, event: legReported(leg, status, at, seconds) });
    } else if (found.kind === 'gone') {
      // The provider no longer knows the leg, so it has ended.
      const status = leg.answeredAt === null ? 'failed' : 'completed';
      events.push({ leg, event: legReported(leg, status, lastReport, null) });
    }
  }
  // The other party first: if it left, the call is over and doesn't wait for an agent.
  events.sort((a, b) => Number(a.leg.kind === 'agent') - Number(b.leg.kind === 'agent'));
  const changes = events.filter(({ leg, event }) => isChange(leg, event)).map(({ event }) => event);
  if (changes.length > 0) {
    const after = await applyEvents(deps, row.id, changes);
    const status = after?.call.status;
    if (status !== row.status) log.info({ call: row.id, was: row.status, status }, 'call status corrected');
  }
  if (seen)
    await db
      .update(calls)
      .set({ seen_at: new Date(clock.now()) })
      .where(eq(calls.id, row.id));
}

function legReported(leg: Leg, status: Leg['status'], at: number, seconds: number | null): ConversationEvent {
  return { type: 'leg', legId: leg.id, event: { type: 'reported', sid: leg.sid, status, at, seconds } };
}

function isChange(leg: Leg, event: ConversationEvent): boolean {
  return event.type !== 'leg' || event.event.type !== 'reported' || event.event.status !== leg.status;
}

function lastReportAt(row: typeof calls.$inferSelect, all: readonly Leg[]): number {
  const call = toCall(row);
  const times = all.flatMap((leg) => [leg.answeredAt, leg.joinedAt, leg.leftAt, leg.endedAt]);
  const known = [row.started_at.getTime(), row.seen_at?.getTime(), call.talkStartedAt, call.disconnectedAt];
  return Math.max(...[...times, ...known].map((time) => time ?? 0));
}

async function endLingeringLegs(deps: ReconcileDeps): Promise<void> {
  const { db, clock, telephony } = deps;
  const before = new Date(clock.now() - LINGERING_AFTER_MS);
  const rows = await db
    .select({ leg: legs })
    .from(legs)
    .innerJoin(calls, eq(calls.id, legs.call_id))
    .where(and(isNull(legs.ended_at), lt(calls.ended_at, before), isNotNull(legs.provider_sid)))
    .limit(200);
  await runConcurrently(rows, async ({ leg: row }) => {
    const leg = toLeg(row);
    if (leg.sid === null) return;
    const found = await telephony.call(leg.sid);
    if (found.ok && !isFinal(found.value.status)) {
      await telephony.end(leg.sid);
    } else if (found.ok || found.kind === 'gone') {
      const status = found.ok ? found.value.status : leg.answeredAt === null ? 'failed' : 'completed';
      const at = (found.ok ? found.value.endedAt : null) ?? clock.now();
      await applyEvents(deps, row.call_id, [
        legReported(leg, status, at, found.ok ? found.value.seconds : null),
      ]);
    }
  });
}

async function recoverLostRecordings(deps: ReconcileDeps): Promise<void> {
  const { db, clock, telephony } = deps;
  const now = clock.now();
  const rows = await db
    .select({ id: calls.id, conference: calls.conference_sid })
    .from(calls)
    .where(
      and(
        isNotNull(calls.conference_sid),
        isNotNull(calls.talk_started_at),
        lt(calls.ended_at, new Date(now - LINGERING_AFTER_MS)),
        gt(calls.ended_at, new Date(now - RECORDING_SEARCH_WINDOW_MS)),
        sql`exists (select 1 from profiles where profiles.id = ${calls.profile_id} and profiles.records)`,
        sql`not exists (select 1 from ${recordings} where ${recordings.call_id} = ${calls.id}
          and ${recordings.status} <> 'in-progress')`,
      ),
    )
    .limit(50);
  await runConcurrently(rows, async ({ id, conference }) => {
    const found = await telephony.conferenceRecordings(conference ?? '');
    if (!found.ok) return;
    for (const sid of found.value) {
      await transact(deps, (tx, outbox) =>
        deps.recordings.record(tx, outbox, { callId: id, sid, status: 'completed', seconds: null }),
      );
    }
  });
}

async function runConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const workers = Array.from({ length: Math.min(CONCURRENCY, queue.length) }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  });
  await Promise.all(workers);
}
