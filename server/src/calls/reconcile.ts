// Makes up for lost callbacks: the provider's answers are applied like callbacks. Runs at startup and every 30 s, on one
// of the servers.

import { and, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { isFinal } from '../platform/core/leg-status.ts';
import { english } from '../platform/core/sentences.ts';
import type { Database } from '../platform/database/database.ts';
import { calls, legs, recordings, settings } from '../platform/database/schema.ts';
import type { ProviderCall, Telephony } from '../platform/telephony/telephony.ts';
import type { Outcome } from '../platform/telephony/telephony-outcome.ts';
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
/** Callbacks arrive within seconds. With a round every 30 s, a lost one is made up for in 45 s. */
const ASKED_AFTER_MS = 15_000;
const LINGERING_AFTER_MS = 15_000;
const RECORDING_SEARCH_WINDOW_MS = 3_600_000;
const CONCURRENCY = 8;
const ROUND_SETTING = 'reconciled_at';
/** Calls in the provider's largest page. */
const PAGE = 1_000;

/**
 * @param after a round that started later makes this one unnecessary
 * @param ahead a time further in the future is from a clock that was wrong
 * @returns false if another server has the round
 */
export async function claimRound(db: Database, now: number, after: number, ahead: number): Promise<boolean> {
  const at = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`;
  const last = sql`${settings.value}::timestamptz`;
  const isDue = sql`${last} <= ${at(after)} or ${last} > ${at(ahead)}`;
  const claimed = await db
    .insert(settings)
    .values({ key: ROUND_SETTING, value: new Date(now).toISOString() })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: sql`excluded.value` },
      setWhere: isDue,
    })
    .returning({ key: settings.key });
  return claimed.length > 0;
}

/** @param which `silent`: only legs without a recent report, and the others of a call in which one has ended */
export async function reconcile(deps: ReconcileDeps, which: 'all' | 'silent' = 'all'): Promise<void> {
  const open = await readOpenCalls(deps.db);
  const now = deps.clock.now();
  const isAsked = (leg: LegRow) => which === 'all' || lastReportOf(leg) <= now - ASKED_AFTER_MS;
  const asked = open.flatMap(({ live }) => live.filter(isAsked));
  const listed = await listLive(deps.telephony, asked);
  const seen = new Set<number>();
  await runConcurrently(open, async (call) => {
    if (await reconcileCall(deps, call, isAsked, listed)) seen.add(call.row.id);
  });
  await markSeen(deps.db, [...seen], now);
  await endLingeringLegs(deps);
  await recoverLostRecordings(deps);
  await recoverLostVoicemails(deps);
}

type LegRow = typeof legs.$inferSelect;

interface OpenCall {
  readonly row: typeof calls.$inferSelect;
  readonly legs: LegRow[];
  readonly live: LegRow[];
}

async function readOpenCalls(db: Database): Promise<OpenCall[]> {
  const rows = await db
    .select({ row: calls, leg: legs })
    .from(calls)
    .innerJoin(legs, eq(legs.call_id, calls.id))
    .where(isNull(calls.ended_at))
    .orderBy(calls.id, legs.id);
  const open = new Map<number, OpenCall>();
  for (const { row, leg } of rows) {
    const call = open.get(row.id) ?? { row, legs: [], live: [] };
    call.legs.push(leg);
    if (leg.ended_at === null) call.live.push(leg);
    open.set(row.id, call);
  }
  return [...open.values()];
}

const lastReportOf = ({ created_at, answered_at, joined_at, left_at }: LegRow): number =>
  Math.max(...[created_at, answered_at, joined_at, left_at].map((at) => at?.getTime() ?? 0));

/** One request lists up to a thousand legs. A leg that isn't found as expected gets a request of its own. */
async function listLive(
  telephony: Telephony,
  asked: readonly LegRow[],
): Promise<ReadonlyMap<string, ProviderCall>> {
  const found = new Map<string, ProviderCall>();
  for (const status of ['in-progress', 'ringing'] as const) {
    const count = asked.filter((leg) => leg.status === status && leg.provider_sid !== null).length;
    if (count < 2) continue;
    // Other programs may use the provider's account too.
    const calls = await telephony.callsWithStatus(status, Math.max(PAGE, 2 * count));
    if (calls.ok) for (const call of calls.value) found.set(call.sid, call);
  }
  return found;
}

/** @returns whether the provider knows a leg that hasn't ended */
async function reconcileCall(
  deps: ReconcileDeps,
  { row, legs: all, live }: OpenCall,
  isAsked: (leg: LegRow) => boolean,
  listed: ReadonlyMap<string, ProviderCall>,
): Promise<boolean> {
  const { telephony, clock, log } = deps;
  const lastReport = lastReportAt(row, all.map(toLeg));
  const events: { leg: Leg; event: ConversationEvent }[] = [];
  let seen = false;
  async function ask(leg: Leg, sid: string): Promise<void> {
    const now = clock.now();
    const known = listed.get(sid);
    const found: Outcome<ProviderCall> = known ? { ok: true, value: known } : await telephony.call(sid);
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
  const others: LegRow[] = [];
  for (const legRow of live) {
    const leg = toLeg(legRow);
    const now = clock.now();
    if (leg.sid === null) {
      if (now - legRow.created_at.getTime() < NEVER_CREATED_AFTER_MS) continue;
      const reason = english({ id: 'callReason.providerLost' });
      events.push({ leg, event: { type: 'legRejected', legId: leg.id, reason, at: now } });
    } else if (isAsked(legRow)) await ask(leg, leg.sid);
    else others.push(legRow);
  }
  const isEnd = ({ event }: { event: ConversationEvent }) =>
    event.type === 'leg' && event.event.type === 'reported' && isFinal(event.event.status);
  if (events.some(isEnd)) for (const legRow of others) await ask(toLeg(legRow), legRow.provider_sid ?? '');
  // The other party first: if it left, the call is over and doesn't wait for an agent.
  events.sort((a, b) => Number(a.leg.kind === 'agent') - Number(b.leg.kind === 'agent'));
  const changes = events.filter(({ leg, event }) => isChange(leg, event)).map(({ event }) => event);
  if (changes.length > 0) {
    const after = await applyEvents(deps, row.id, changes);
    const status = after?.call.status;
    if (status !== row.status) log.info({ call: row.id, was: row.status, status }, 'call status corrected');
  }
  return seen;
}

/** Skips calls that are being changed: waiting for several rows could end in a deadlock. */
async function markSeen(db: Database, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  const free = db
    .select({ id: calls.id })
    .from(calls)
    .where(inArray(calls.id, [...ids]))
    .for('no key update', { skipLocked: true });
  await db
    .update(calls)
    .set({ seen_at: new Date(now) })
    .where(sql`${calls.id} = any(array${free})`);
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
