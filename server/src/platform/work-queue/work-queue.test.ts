import { setTimeout as delay } from 'node:timers/promises';
import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { firstRow as only } from '../../testing/app/rows.ts';
import { type OpenTestDatabase, onEachDatabase } from '../../testing/database/database.ts';
import { type Retry, retryOrGiveUp } from '../core/retry.ts';
import { transaction } from '../database/database.ts';
import { effects } from '../database/schema.ts';
import { CLAIM_MS, markDone, postpone, releaseClaims, renewClaims } from './effect-rows.ts';
import { claimRows, startWorkQueue } from './work-queue.ts';

type Row = typeof effects.$inferSelect;
type Perform = (row: Row, isStopping: () => boolean) => Promise<void>;

const MAX_ATTEMPTS = 4;
const NEVER = new Promise<never>(() => undefined);
const START = Date.parse('2026-05-04T12:00:00Z');

async function setUp(open: OpenTestDatabase) {
  const { db, kind } = await open();
  let now = START;
  const clock = { now: () => now };

  function claim(process: string, limit: number): Promise<Row[]> {
    const at = new Date(now);
    return claimRows(db, effects, {
      where: and(
        isNull(effects.done_at),
        lte(effects.due_at, at),
        or(isNull(effects.claimed_until), lte(effects.claimed_until, at)),
      ),
      orderBy: [effects.due_at, effects.id],
      limit,
      set: {
        claimed_by: process,
        claimed_until: new Date(now + CLAIM_MS),
        attempts: sql`${effects.attempts} + 1`,
      },
    });
  }

  /** A process that claims `batch` rows at a time. After `die` it does nothing more. */
  function start(
    process: string,
    perform: Perform,
    { batch = 10, maxRunning = 1_000, afterClaim = async () => {} } = {},
  ) {
    const lost: unknown[] = [];
    let isDead = false;
    const neverIfDead = async <T>(work: Promise<T>): Promise<T> => (isDead ? NEVER : work);
    const queue = startWorkQueue<Row, { type: 'done' } | Retry>({
      clock,
      pollEveryMs: Infinity,
      batch,
      maxRunning,
      pollName: 'poll',
      nameOf: ({ id }) => `row ${id}`,
      async claim() {
        const rows = await neverIfDead(claim(process, batch));
        await afterClaim();
        return rows;
      },
      onClaimError: (error) => lost.push(error),
      async perform(row, isStopping) {
        await perform(row, isStopping);
        if (isDead) await NEVER;
        return { type: 'done' };
      },
      onError: ({ attempts }, error) => retryOrGiveUp(attempts, MAX_ATTEMPTS, error),
      async conclude({ id }, result) {
        if (result.type === 'again') await postpone(db, id, process, now + result.inMs, result.error);
        else await markDone(db, [id], now, result.type === 'givenUp' ? result.error : undefined);
      },
      onConcludeFailed: (_, error) => lost.push(error),
      renew: async (running) => {
        const ids = [...running].map(({ id }) => id);
        if (!isDead) await renewClaims(db, ids, process, now);
      },
      release: async (_, running) => {
        const ids = [...running].map(({ id }) => id);
        if (!isDead) await releaseClaims(db, process, ids);
      },
    });
    onTestFinished(() => queue.stop(0));
    return {
      ...queue,
      lost,
      die() {
        isDead = true;
      },
    };
  }

  return {
    db,
    kind,
    start,
    claim,
    advance(ms: number) {
      now += ms;
    },
    async add(count: number, dueInMs: (n: number) => number = () => 0): Promise<number[]> {
      if (count === 0) return [];
      const inserted = await db
        .insert(effects)
        .values(
          Array.from({ length: count }, (_, n) => ({
            kind: 'work',
            payload: {},
            due_at: new Date(now + dueInMs(n)),
            created_at: new Date(now),
          })),
        )
        .returning({ id: effects.id });
      return inserted.map(({ id }) => id);
    },
    rows: () => db.select().from(effects).orderBy(asc(effects.id)),
    row: () => only(db.select().from(effects)),
    waiting: () => db.$count(effects, isNull(effects.done_at)),
  };
}

onEachDatabase('the work queue', (open) => {
  it('performs each row once, for any number of rows and processes', async () => {
    const { add, start, waiting } = await setUp(open);
    const [few, limits] = [fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 7 })];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        few,
        limits,
        limits,
        async (count, processes, batch, maxRunning) => {
          const ids = await add(count);
          const performed: number[] = [];
          const perform: Perform = async ({ id }) => void performed.push(id);
          const all = Array.from({ length: processes }, (_, n) =>
            start(`process ${n}`, perform, { batch, maxRunning }),
          );
          for (let round = 0; round <= count && (await waiting()) > 0; round += 1)
            await Promise.all(all.map((one) => one.poll()));
          expect(performed.sort((a, b) => a - b)).toEqual(ids);
          expect(await waiting()).toBe(0);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('claims the rows that have been due longest, and never more than the limit', async () => {
    const { db, add, claim, advance } = await setUp(open);
    const dueTimes = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(dueTimes, fc.integer({ min: 1, max: 15 }), async (due, limit) => {
        await db.delete(effects);
        const ids = await add(due.length, (n) => due[n] ?? 0);
        const inOrder = ids
          .map((id, n) => ({ id, due: due[n] ?? 0 }))
          .filter((one) => one.due <= 0)
          .sort((a, b) => a.due - b.due || a.id - b.id)
          .map(({ id }) => id);
        const claimed = (await claim('one', limit)).map(({ id }) => id);
        expect(new Set(claimed)).toEqual(new Set(inOrder.slice(0, limit)));
        expect(await claim('two', 100)).toHaveLength(inOrder.length - claimed.length);
        advance(CLAIM_MS * 2);
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    [0, 0],
    [CLAIM_MS - 1, 0],
    [CLAIM_MS, 3],
  ])('reclaims the rows of a process that died %i ms ago: %i of 3', async (ms, expected) => {
    const { add, start, advance, rows } = await setUp(open);
    await add(3);
    const one = start('one', () => NEVER);
    expect(await one.startDue()).toBe(3);
    one.die();
    advance(ms);
    const two = start('two', async () => undefined);
    expect(await two.poll()).toBe(expected);
    expect((await rows()).every(({ attempts }) => attempts === (expected === 0 ? 1 : 2))).toBe(true);
  });

  it('keeps a running row while its process renews the lease', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { add, start, advance, row } = await setUp(open);
    await add(1);
    const one = start('one', () => NEVER);
    const two = start('two', async () => undefined);
    await one.startDue();
    for (let passed = 0; passed < 3 * CLAIM_MS; passed += 5_000) {
      advance(5_000);
      const until = (await row()).claimed_until?.getTime() ?? 0;
      await vi.advanceTimersByTimeAsync(5_000);
      await vi.waitFor(async () => expect((await row()).claimed_until?.getTime()).toBe(until + 5_000));
      expect(await two.poll()).toBe(0);
    }
    one.die();
    advance(CLAIM_MS);
    expect(await two.poll()).toBe(1);
  });

  it('retries a row with doubling delays and gives up after the last attempt', async () => {
    const { add, start, advance, row } = await setUp(open);
    await add(1);
    const attempts: number[] = [];
    const one = start('one', async (row) => {
      attempts.push(row.attempts);
      throw new Error(`no ${row.attempts}`);
    });
    await one.poll();
    for (const pause of [250, 500, 1_000]) {
      expect(await row()).toMatchObject({ done_at: null, claimed_by: null, claimed_until: null });
      advance(pause - 1);
      expect(await one.poll()).toBe(0);
      advance(1);
      expect(await one.poll()).toBe(1);
    }
    expect(await row()).toMatchObject({ done_at: expect.any(Date), last_error: 'Error: no 4' });
    advance(86_400_000);
    expect(await one.poll()).toBe(0);
    expect(attempts).toEqual([1, 2, 3, 4]);
  });

  it('releases unstarted rows when it stops, as if they had not been claimed', async () => {
    const { add, start, claim, rows } = await setUp(open);
    const [started] = await add(1);
    const one = start('one', () => NEVER);
    await one.startDue();
    const [own] = await add(1);
    const claimed = await claim('one', 10);
    expect(claimed.map(({ id }) => id)).toEqual([own]);
    await one.stop(0);
    const free = { id: own, claimed_by: null, claimed_until: null, attempts: 0 };
    expect(await rows()).toMatchObject([{ id: started, claimed_by: 'one', attempts: 1 }, free]);
    // Rows submitted during shutdown are released too.
    await one.submit(await claim('one', 10));
    expect(await rows()).toMatchObject([{ id: started, claimed_by: 'one', attempts: 1 }, free]);
    expect(await one.startDue()).toBe(0);
  });

  it('waits for running rows when it stops, up to the limit', async () => {
    const { db, add, start, rows } = await setUp(open);
    await add(2);
    const one = start('one', async ({ id }, isStopping) => {
      if (id !== (await rows())[0]?.id) return NEVER;
      await vi.waitFor(() => expect(isStopping()).toBe(true));
    });
    await one.startDue();
    expect(one.inFlight()).toHaveLength(2);
    await one.stop(500);
    expect(one.inFlight()).toHaveLength(1);
    expect((await rows()).map(({ done_at }) => done_at !== null)).toEqual([true, false]);
    const held = and(eq(effects.claimed_by, 'one'), gt(effects.claimed_until, new Date(START)));
    expect(await db.$count(effects, held)).toBe(1);
  });

  it('polls again when a poll is requested during another one', async () => {
    const { add, start } = await setUp(open);
    const performed: number[] = [];
    let isFirst = true;
    const ids = await add(2);
    const one = start('one', async ({ id }) => void performed.push(id), {
      async afterClaim() {
        if (!isFirst) return;
        isFirst = false;
        ids.push(...(await add(1)));
        void one.startDue();
      },
    });
    expect(await one.poll()).toBe(3);
    expect(performed.sort((a, b) => a - b)).toEqual(ids);
  });

  it.each([
    [5, 10, 100, 5],
    [5, 2, 100, 5],
    [7, 2, 3, 4],
    [7, 7, 3, 7],
  ])(
    'with %i rows, batches of %i and at most %i running, starts %i rows',
    async (count, batch, maxRunning, expected) => {
      const { add, start } = await setUp(open);
      await add(count);
      const one = start('one', () => NEVER, { batch, maxRunning });
      expect(await one.startDue()).toBe(expected);
    },
  );

  it('skips rows locked by another transaction', async ({ skip }) => {
    const { db, kind, add, claim } = await setUp(open);
    skip(kind === 'embedded', 'The embedded database has one connection.');
    const [held, ...free] = await add(3);
    const claimed = await transaction(db, async (tx) => {
      await tx
        .select()
        .from(effects)
        .where(eq(effects.id, held ?? 0))
        .for('update');
      return Promise.race([claim('one', 10), delay(5_000, [])]);
    });
    expect(claimed.map(({ id }) => id).sort((a, b) => a - b)).toEqual(free);
  });

  it('finishes every row and never performs one twice concurrently, despite failures and dead processes', async () => {
    const { db, add, start, advance, rows, waiting } = await setUp(open);
    const behavior = fc.constantFrom('done' as const, 'throws' as const, 'dies' as const);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(behavior, { maxLength: 12 }),
        async (count, behaviors) => {
          const queue = [...behaviors];
          await db.delete(effects);
          await add(count);
          const alive = new Set<number>();
          let names = 0;
          function startProcess() {
            names += 1;
            const own = new Set<number>();
            let reportDeath = () => {};
            const death = new Promise<void>((resolve) => {
              reportDeath = resolve;
            });
            const process = start(`process ${names}`, async ({ id }) => {
              expect(alive.has(id)).toBe(false);
              const next = queue.shift();
              if (next === 'dies') {
                process.die();
                for (const one of own) alive.delete(one);
                reportDeath();
                return NEVER;
              }
              own.add(id);
              alive.add(id);
              await waiting();
              own.delete(id);
              alive.delete(id);
              if (next === 'throws') throw new Error('no');
            });
            let isDead = false;
            void death.then(() => {
              isDead = true;
            });
            return {
              poll: () => Promise.race([process.poll(), death]),
              isDead: () => isDead,
              lost: process.lost,
            };
          }
          let two = [startProcess(), startProcess()];
          for (let round = 0; round < 40 && (await waiting()) > 0; round += 1) {
            await Promise.all(two.map((one) => one.poll()));
            expect(two.flatMap(({ lost }) => lost)).toEqual([]);
            two = two.map((one) => (one.isDead() ? startProcess() : one));
            advance(CLAIM_MS);
          }
          for (const { done_at, attempts, last_error } of await rows()) {
            expect(done_at).not.toBeNull();
            if (last_error !== null) expect(attempts).toBeGreaterThanOrEqual(MAX_ATTEMPTS);
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
