/** Gives attempts that only wait for the team's hours or the calling rules new times once these have changed. */
import { and, asc, eq, gt, isNull, notInArray, or, sql } from 'drizzle-orm';
import { english } from '../../platform/core/sentences.ts';
import type { Database } from '../../platform/database/database.ts';
import { calls, leads, scheduledCalls } from '../../platform/database/schema.ts';
import { storedSentenceId } from '../../platform/http/stored-sentences.ts';
import { DONE, type EffectOf } from '../../platform/work-queue/effect-result.ts';
import { scheduleEffects } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import type { WorkDeps } from '../../platform/work-queue/transact.ts';
import { readAccountRules, readSchedule } from '../contact-facts.ts';
import { nextAttempt } from '../core/call-times/next-attempt.ts';
import { type NewTime, newTimes, type WaitingAttempt } from '../core/call-times/reschedule.ts';
import { callStart } from './call-start.ts';
import { type ImportedCall, readImportedCalls } from './imported-calls.ts';
import { readCallAndPlan, readCallHours, toLastCall } from './scheduled-calls.ts';

type Scheduled = typeof scheduledCalls.$inferSelect;

/** Of one effect, because each takes several queries. */
const BATCH_SIZE = 100;

const POSTPONED = new Set([
  'schedule.teamClosed',
  'schedule.hoursEnd',
  'callable.attempts',
  'callable.callingHours',
  'callable.callingHoursThen',
]);

export async function rescheduleCalls(
  { db, clock, log }: Pick<WorkDeps, 'db' | 'clock' | 'log'>,
  { accountId, teamId, after }: EffectOf<'rescheduleCalls'>,
): Promise<EffectResult> {
  const now = clock.now();
  const rows = await db
    .select({ scheduled: scheduledCalls, lead: leads })
    .from(scheduledCalls)
    .innerJoin(leads, eq(leads.id, scheduledCalls.lead_id))
    .where(
      and(
        eq(scheduledCalls.account_id, accountId),
        eq(scheduledCalls.team_id, teamId),
        isOpenAttempt(),
        gt(scheduledCalls.due_at, new Date(now)),
        after === null
          ? undefined
          : or(
              gt(scheduledCalls.due_at, new Date(after.dueAt)),
              and(eq(scheduledCalls.due_at, new Date(after.dueAt)), gt(scheduledCalls.id, after.id)),
            ),
      ),
    )
    .orderBy(asc(scheduledCalls.due_at), asc(scheduledCalls.id))
    .limit(BATCH_SIZE);
  const account = await readAccountRules(db, accountId);
  const schedule = await readSchedule(db, teamId);
  const waiting = rows.filter(({ scheduled }) => waitsForHours(scheduled));
  const firstCalls = waiting.flatMap(({ scheduled: { id, previous_call_id } }) =>
    previous_call_id === null ? [id] : [],
  );
  const imported = await readImportedCalls(db, firstCalls);
  const attempts: WaitingAttempt[] = [];
  for (const { scheduled, lead } of waiting) {
    const { id, due_at } = scheduled;
    const ofImport = imported.get(id);
    const retryFrom = ofImport ? null : await readFrom(db, scheduled, now);
    if (!ofImport && retryFrom === null) continue;
    const hours = await readCallHours(db, account, lead, teamId, now, schedule);
    const from = ofImport ? startOf(ofImport, hours.contact.timeZones, now) : (retryFrom ?? now);
    attempts.push({ id, from, dueAt: due_at.getTime(), isImported: ofImport !== undefined, hours });
  }
  const taken = attempts.some(({ isImported }) => !isImported)
    ? await readOtherTimes(db, accountId, teamId, attempts, now)
    : [];
  const changes = newTimes(attempts, taken, now);
  let moved = 0;
  for (const change of changes) {
    const found = rows.find(({ scheduled }) => scheduled.id === change.id);
    const unpostponed = english({
      id: imported.has(change.id) ? 'schedule.import' : 'schedule.leadNotReached',
    });
    if (found && (await move(db, found.scheduled, change, unpostponed))) moved += 1;
  }
  if (moved > 0) log.info({ team: teamId, calls: moved }, 'scheduled calls moved to new hours');
  const last = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.scheduled;
  if (last) {
    const next = { dueAt: last.due_at.getTime(), id: last.id };
    const effect = { kind: 'rescheduleCalls', accountId, teamId, after: next } as const;
    await scheduleEffects(db, [{ effect, callId: null, dueAt: now }], now);
  }
  return DONE;
}

const isOpenAttempt = () => and(isNull(scheduledCalls.ended_at), isNull(scheduledCalls.callback_by));

const waitsForHours = ({ reason, asked_by }: Scheduled) =>
  POSTPONED.has(storedSentenceId(reason) ?? '') && asked_by === null;

/** In ms since 1970. */
function startOf({ start }: ImportedCall, timeZones: readonly string[], now: number): number {
  return start === null ? now : callStart(timeZones, start.date, start.minute);
}

/** Of the team's other calls. Thousands of an import share a time. */
async function readOtherTimes(
  db: Database,
  accountId: number,
  teamId: number,
  attempts: readonly WaitingAttempt[],
  now: number,
): Promise<number[]> {
  const others = await db
    .selectDistinct({ at: scheduledCalls.due_at })
    .from(scheduledCalls)
    .where(
      and(
        eq(scheduledCalls.account_id, accountId),
        eq(scheduledCalls.team_id, teamId),
        isNull(scheduledCalls.ended_at),
        gt(scheduledCalls.due_at, new Date(now)),
        notInArray(
          scheduledCalls.id,
          attempts.map(({ id }) => id),
        ),
      ),
    );
  return others.map(({ at }) => at.getTime());
}

/** null: it waits for something else, such as a time that was asked for. */
async function readFrom(db: Database, scheduled: Scheduled, now: number): Promise<number | null> {
  const { previous_call_id, retry, lead_retry } = scheduled;
  if (previous_call_id === null) return null;
  const found = await readCallAndPlan(db, eq(calls.id, previous_call_id));
  if (!found) return null;
  // The lead arrived while it couldn't be called.
  if (retry === null && lead_retry === null) return found.call.status === 'offline' ? now : null;
  return nextAttempt(toLastCall(found.call), found.plan)?.dueAt ?? null;
}

/** @param unpostponed its reason if nothing postpones it any more @returns false if it was called, canceled or postponed since */
function move(
  db: Database,
  { id, lead_id, due_at }: Scheduled,
  { at, reason }: NewTime,
  unpostponed: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Lock order: the lead, then its scheduled calls.
    await tx.execute(sql`select 1 from ${leads} where id = ${lead_id} for no key update`);
    const changed = await tx
      .update(scheduledCalls)
      .set({ due_at: new Date(at), reason: reason ?? unpostponed })
      .where(and(eq(scheduledCalls.id, id), isOpenAttempt(), eq(scheduledCalls.due_at, due_at)))
      .returning({ id: scheduledCalls.id });
    return changed.length > 0;
  });
}
