import { RETENTION_GRACE_MS } from '@offhook/contract/limits';
import { and, count, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { type Database, queryRows, transaction } from '../platform/database/database.ts';
import {
  accounts,
  auditLog,
  calls,
  effects,
  leads,
  notes,
  recordingPauses,
  recordings,
  users,
} from '../platform/database/schema.ts';
import { change, firstRow } from '../testing/app/rows.ts';
import { type OpenTestDatabase, withDatabase } from '../testing/database/database.ts';
import { isDeletionRunning, type RetentionDays, startRetention } from './retention.ts';
import { changeRetention } from './retention-settings.ts';

const DAY_MS = 86_400_000;
const FOREVER = { recordingsDays: 0, personalDays: 0 };

async function openRetention(open: OpenTestDatabase, defaults: RetentionDays = FOREVER) {
  const { db } = await open({ demo: true });
  let now = Date.now();
  const clock = {
    now: () => now,
    advance(ms: number) {
      now += ms;
    },
  };
  const start = (seen = db) => {
    const one = startRetention({ db: seen, clock, log: pino({ level: 'silent' }), defaults });
    onTestFinished(() => one.stop());
    return one;
  };
  return { db, clock, start };
}

/** Polls until nothing is left to delete, completing storage removals in between. */
async function pollUntilSettled(
  db: Database,
  one: { poll(): Promise<unknown> },
  clock: { advance(ms: number): void },
) {
  for (let before = -1, after = 0; after !== before; ) {
    before = after;
    await one.poll();
    await db.update(effects).set({ done_at: new Date() }).where(isNull(effects.done_at));
    clock.advance(3_600_001);
    await one.poll();
    const [row] = await db.select({ n: count() }).from(auditLog).where(eq(auditLog.action, 'retention'));
    after = row?.n ?? 0;
  }
}

async function sumDeleted(db: Database, accountId: number, what: string): Promise<number> {
  const rows = await db
    .select({ subject: auditLog.subject })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'retention'), eq(auditLog.account_id, accountId)));
  return rows.reduce(
    (sum, { subject }) => sum + Number(new RegExp(`${what}: (\\d+)`).exec(subject)?.[1] ?? 0),
    0,
  );
}

const callStatistics = (db: Database) =>
  queryRows<Record<string, unknown>>(
    db,
    sql`select account_id, direction, status, result, seconds, count(*)::int as n from calls
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  );

it.each([
  ['is due', 0, null, true],
  ['is due later', 3_600_000, -1_000, false],
  ['has a batch under way', 300_000, -1_000, true],
  ['is due soon, an hour after the last one', 60_000, -3_500_000, false],
  ['is due soon for the first time', 60_000, null, false],
])('says whether a deletion is running that %s', (_, nextIn, lastIn, isRunning) => {
  const now = 1_800_000_000_000;
  expect(isDeletionRunning(now + nextIn, lastIn === null ? null : now + lastIn, now)).toBe(isRunning);
});

withDatabase('retention', (open) => {
  it('keeps everything forever by default', async () => {
    const { db, clock, start } = await openRetention(open);
    const kept = () => Promise.all([db.$count(recordings), db.$count(notes), db.$count(auditLog)]);
    const before = await kept();
    clock.advance(4_000 * DAY_MS);
    await start().poll();
    expect(await kept()).toEqual(before);
    expect(await db.$count(calls, isNotNull(calls.erased_at))).toBe(0);
  });

  it('deletes old recordings with their files and provider copies', async () => {
    const { db, clock, start } = await openRetention(open);
    await db.update(accounts).set({ recordings_days: 1 }).where(eq(accounts.id, 100));
    const foreign = await firstRow(db.select().from(recordings));
    await db.update(calls).set({ account_id: 200 }).where(eq(calls.id, foreign.call_id));
    const ofAccount = () =>
      db
        .select({ id: recordings.id, at: calls.started_at })
        .from(recordings)
        .innerJoin(calls, and(eq(calls.id, recordings.call_id), eq(calls.account_id, 100)));
    const all = await ofAccount();
    // One recording with its own file and provider copy; the newest call is recent.
    const newest = all.reduce((one, other) => (one.at > other.at ? one : other));
    const first = all.find((one) => one !== newest);
    if (!first) throw new Error('too few recordings');
    const own = { path: '100/own.wav', storage: 's3' as const, provider_sid: `RE${'e'.repeat(32)}` };
    await db.update(recordings).set(own).where(eq(recordings.id, first.id));
    const callOfLead = db
      .select({ id: recordings.call_id })
      .from(recordings)
      .where(eq(recordings.id, newest.id));
    await change(db, calls, inArray(calls.id, callOfLead), {
      started_at: new Date(clock.now() + 30 * DAY_MS),
    });
    const pauses = await db.select({ call_id: recordings.call_id }).from(recordings);
    const [user] = await db.select({ id: users.id }).from(users).limit(1);
    const at = new Date(clock.now());
    await db
      .insert(recordingPauses)
      .values(pauses.map(({ call_id }) => ({ call_id, user_id: user?.id ?? 0, paused_at: at })));
    const before = await callStatistics(db);
    clock.advance(30 * DAY_MS);
    await start().poll();
    expect((await ofAccount()).map(({ id }) => id)).toEqual([newest.id]);
    expect(await db.$count(recordings, eq(recordings.id, foreign.id))).toBe(1);
    const recorded = await db.selectDistinct({ id: recordings.call_id }).from(recordings);
    const paused = await db.selectDistinct({ id: recordingPauses.call_id }).from(recordingPauses);
    expect(new Set(paused.map(({ id }) => id))).toEqual(new Set(recorded.map(({ id }) => id)));
    const ordered = (await db.select().from(effects)).map(({ payload }) => payload);
    expect(ordered).toContainEqual({ kind: 'removeFile', storage: 's3', path: own.path });
    expect(ordered).toContainEqual({ kind: 'forgetRecording', sid: own.provider_sid });
    expect(await sumDeleted(db, 100, 'recordings')).toBe(all.length - 1);
    expect(await callStatistics(db)).toEqual(before);
    expect(await db.$count(calls, isNotNull(calls.erased_at))).toBe(0);
  });

  it('erases inactive people but keeps do-not-call numbers and statistics', async () => {
    const { db, clock, start } = await openRetention(open, { recordingsDays: 0, personalDays: 365 });
    await db.update(accounts).set({ personal_days: 0 }).where(eq(accounts.id, 200));
    const [quiet, other] = await db.select().from(leads).where(eq(leads.account_id, 100)).orderBy(leads.id);
    if (!quiet || !other) throw new Error('too few leads');
    await db.update(leads).set({ do_not_call: true }).where(eq(leads.id, quiet.id));
    const before = await callStatistics(db);
    const of200 = await db.$count(leads, and(eq(leads.account_id, 200), isNull(leads.erased_at)));
    const callsOf100 = await db.$count(calls, and(eq(calls.account_id, 100), isNotNull(calls.ended_at)));
    clock.advance(400 * DAY_MS);
    await change(db, leads, other.id, { updated_at: new Date(clock.now()) });
    const [one, two] = [start(), start()];
    await Promise.all([one.poll(), two.poll()]);
    await pollUntilSettled(db, one, clock);
    const rows = await db.select().from(leads).where(eq(leads.account_id, 100));
    const named = rows.filter(({ label }) => label !== 'Erased');
    expect(named.map(({ id }) => id)).toEqual([other.id]);
    expect(rows.find(({ id }) => id === quiet.id)).toMatchObject({
      phone_number: quiet.phone_number,
      do_not_call: true,
      fname: '',
      email: null,
    });
    expect(
      rows
        .filter((row) => row.phone_number.startsWith('+'))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(
      rows
        .filter((row) => [other.id, quiet.id].includes(row.id) || row.stopped_at !== null)
        .map(({ id }) => id)
        .sort(),
    );
    expect(await db.$count(calls, and(eq(calls.account_id, 100), isNotNull(calls.phone_number)))).toBe(0);
    expect(await sumDeleted(db, 100, 'calls')).toBe(callsOf100);
    expect(await db.$count(leads, and(eq(leads.account_id, 200), isNull(leads.erased_at)))).toBe(of200);
    expect(await callStatistics(db)).toEqual(before);
  });

  it('continues after a process dies, and waits while the storage is busy', async () => {
    const { db, clock, start } = await openRetention(open, { recordingsDays: 1, personalDays: 0 });
    clock.advance(30 * DAY_MS);
    // A dead process has claimed every account.
    await db.update(accounts).set({ retention_due_at: new Date(clock.now() + 300_000) });
    await db.insert(effects).values(
      Array.from({ length: 300 }, () => ({
        kind: 'removeFile',
        payload: { kind: 'removeFile', storage: 's3', path: 'x' },
        due_at: new Date(clock.now() + DAY_MS),
      })),
    );
    const before = await db.$count(recordings);
    const one = start();
    await one.poll();
    expect(await db.$count(recordings)).toBe(before);
    clock.advance(300_001);
    await one.poll();
    expect(await db.$count(recordings), 'the storage is busy').toBe(before);
    await db.update(effects).set({ done_at: new Date(clock.now()) });
    clock.advance(60_001);
    await one.poll();
    expect(await db.$count(recordings)).toBe(0);
    expect(await db.$count(accounts, lt(accounts.retention_due_at, new Date(clock.now())))).toBe(0);
  });

  it('waits an hour after a change even if the account is being processed', async () => {
    const { db, clock, start } = await openRetention(open, { recordingsDays: 1, personalDays: 0 });
    clock.advance(30 * DAY_MS);
    const later = new Date(clock.now() + DAY_MS);
    await db.update(accounts).set({ retention_due_at: later }).where(ne(accounts.id, 100));
    const changedAt: number[] = [];
    // A user changes the retention while the account is being processed.
    const between: Database = Object.create(db);
    between.transaction = async (...work) => {
      if (changedAt.push(clock.now()) === 1)
        await transaction(db, (tx) =>
          changeRetention({ tx, accountId: 100, by: 1, at: clock.now() }, { recordings_days: 0 }),
        );
      return db.transaction(...work);
    };
    await start(between).poll();
    const [account] = await db.select().from(accounts).where(eq(accounts.id, 100));
    expect(account?.retention_due_at?.getTime()).toBe((changedAt[0] ?? 0) + RETENTION_GRACE_MS);
    expect(changedAt, 'the account is not processed again before then').toHaveLength(1);
  });
});
