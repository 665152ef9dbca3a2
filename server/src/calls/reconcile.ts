/**
 * Compares every call that is not final with the provider, and repairs what a lost callback left: its answer is taken
 * as if it had called back. Runs at start and every 30 s.
 */

import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { isFinal } from '../platform/core/leg-status.ts';
import { calls, legs, recordings } from '../platform/database/schema.ts';
import type { Telephony } from '../platform/telephony/telephony.ts';
import { transact } from '../platform/work-queue/transact.ts';
import type { RecordingsIntake } from '../recordings/recordings-intake.ts';
import { applyEvents, type StepParts } from './call-steps.ts';
import { callOf, legOf } from './conversations.ts';
import type { ConversationEvent } from './core/conversation/conversation.ts';
import type { Leg } from './core/leg.ts';
import { findVoicemails } from './voicemail/voicemail.ts';

export interface ReconcileParts extends StepParts {
  readonly telephony: Telephony;
  readonly recordings: RecordingsIntake;
}

/** A leg that was ordered this long ago and has no name was never made. */
const NEVER_MADE_AFTER_MS = 120_000;
const LINGERING_AFTER_MS = 15_000;
const RECORDINGS_OF_MS = 3_600_000;
const AT_ONCE = 8;

export async function reconcile(parts: ReconcileParts): Promise<void> {
  const open = await parts.db.select().from(calls).where(isNull(calls.ended_at));
  await inParallel(open, (call) => compareCall(parts, call));
  await endLingeringLegs(parts);
  await findRecordings(parts);
  await findVoicemails(parts);
}

async function compareCall(parts: ReconcileParts, row: typeof calls.$inferSelect): Promise<void> {
  const { db, telephony, clock, log } = parts;
  const legRows = await db.select().from(legs).where(eq(legs.call_id, row.id));
  const living = legRows.filter(({ ended_at }) => ended_at === null);
  const lastSign = lastSignOfLife(row, legRows.map(legOf));
  const events: { leg: Leg; event: ConversationEvent }[] = [];
  let seen = false;
  for (const legRow of living) {
    const leg = legOf(legRow);
    const now = clock.now();
    if (leg.sid === null) {
      if (now - legRow.created_at.getTime() < NEVER_MADE_AFTER_MS) continue;
      const reason = 'The provider never made the call';
      events.push({ leg, event: { type: 'legRefused', legId: leg.id, reason, at: now } });
      continue;
    }
    const found = await telephony.call(leg.sid);
    if (found.ok) {
      const { status, seconds, endedAt, startedAt } = found.value;
      seen ||= !isFinal(status);
      const at = isFinal(status) ? (endedAt ?? now) : status === 'in-progress' ? (startedAt ?? now) : now;
      events.push({ leg, event: reported(leg, status, at, seconds) });
    } else if (found.kind === 'gone') {
      // Nobody there remembers it: it ended when we last heard of it.
      const status = leg.answeredAt === null ? 'failed' : 'completed';
      events.push({ leg, event: reported(leg, status, lastSign, null) });
    }
  }
  // The other party first: with it gone the call is over, and no agent is waited for.
  events.sort((a, b) => Number(a.leg.kind === 'agent') - Number(b.leg.kind === 'agent'));
  const news = events.filter(({ leg, event }) => isNews(leg, event)).map(({ event }) => event);
  if (news.length > 0) {
    const after = await applyEvents(parts, row.id, news);
    const status = after?.call.status;
    if (status !== row.status) log.info({ call: row.id, was: row.status, status }, 'call repaired');
  }
  if (seen)
    await db
      .update(calls)
      .set({ seen_at: new Date(clock.now()) })
      .where(eq(calls.id, row.id));
}

function reported(leg: Leg, status: Leg['status'], at: number, seconds: number | null): ConversationEvent {
  return { type: 'leg', legId: leg.id, event: { type: 'reported', sid: leg.sid, status, at, seconds } };
}

function isNews(leg: Leg, event: ConversationEvent): boolean {
  return event.type !== 'leg' || event.event.type !== 'reported' || event.event.status !== leg.status;
}

function lastSignOfLife(row: typeof calls.$inferSelect, all: readonly Leg[]): number {
  const call = callOf(row);
  const times = all.flatMap((leg) => [leg.answeredAt, leg.joinedAt, leg.leftAt, leg.endedAt]);
  const known = [row.started_at.getTime(), row.seen_at?.getTime(), call.talkStartedAt, call.vanishedAt];
  return Math.max(...[...times, ...known].map((time) => time ?? 0));
}

/** Legs of calls that are over: their end was ordered and got lost, or its report was. */
async function endLingeringLegs(parts: ReconcileParts): Promise<void> {
  const { db, clock, telephony } = parts;
  const before = new Date(clock.now() - LINGERING_AFTER_MS);
  const rows = await db
    .select({ leg: legs })
    .from(legs)
    .innerJoin(calls, eq(calls.id, legs.call_id))
    .where(and(isNull(legs.ended_at), lt(calls.ended_at, before), isNotNull(legs.provider_sid)))
    .limit(200);
  await inParallel(rows, async ({ leg: row }) => {
    const leg = legOf(row);
    if (leg.sid === null) return;
    const found = await telephony.call(leg.sid);
    if (found.ok && !isFinal(found.value.status)) {
      await telephony.end(leg.sid);
    } else if (found.ok || found.kind === 'gone') {
      const status = found.ok ? found.value.status : leg.answeredAt === null ? 'failed' : 'completed';
      const at = (found.ok ? found.value.endedAt : null) ?? clock.now();
      await applyEvents(parts, row.call_id, [
        reported(leg, status, at, found.ok ? found.value.seconds : null),
      ]);
    }
  });
}

/** Calls that should have a recording and whose callback never came. */
async function findRecordings(parts: ReconcileParts): Promise<void> {
  const { db, clock, telephony } = parts;
  const now = clock.now();
  const rows = await db
    .select({ id: calls.id, conference: calls.conference_sid })
    .from(calls)
    .where(
      and(
        isNotNull(calls.conference_sid),
        isNotNull(calls.talk_started_at),
        lt(calls.ended_at, new Date(now - LINGERING_AFTER_MS)),
        gt(calls.ended_at, new Date(now - RECORDINGS_OF_MS)),
        sql`exists (select 1 from profiles where profiles.id = ${calls.profile_id} and profiles.records)`,
        sql`not exists (select 1 from ${recordings} where ${recordings.call_id} = ${calls.id}
          and ${recordings.status} <> 'in-progress')`,
      ),
    )
    .limit(50);
  await inParallel(rows, async ({ id, conference }) => {
    const found = await telephony.conferenceRecordings(conference ?? '');
    if (!found.ok) return;
    for (const sid of found.value) {
      await transact(parts, (tx, outbox) =>
        parts.recordings.note(tx, outbox, { callId: id, sid, status: 'completed', seconds: null }),
      );
    }
  });
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const workers = Array.from({ length: Math.min(AT_ONCE, queue.length) }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  });
  await Promise.all(workers);
}
