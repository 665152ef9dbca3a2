// A row is claimed by one process at a time, with a lease that must be renewed, so a dead process's rows become due
// again. Unstarted rows are released at shutdown.
import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import type { Clock } from '../process/clock.ts';
import { createInFlight } from '../process/in-flight.ts';

export interface WorkQueueOptions<Row, Result> {
  readonly clock: Clock;
  /** Infinity turns polling off, except for explicit polls. */
  readonly pollEveryMs: number;
  /** A full batch is followed by the next claim immediately, until `maxRunning` rows are in progress. */
  readonly batch?: number;
  readonly maxRunning?: number;
  readonly pollsAfterEach?: boolean;
  readonly pollName: string;
  readonly nameOf: (row: Row) => string;
  readonly claim: (running: ReadonlySet<Row>, isStopping: () => boolean) => Promise<readonly Row[]>;
  readonly onClaimError: (error: unknown) => void;
  readonly perform: (row: Row, isStopping: () => boolean) => Promise<Result>;
  /** Without it, a row whose attempt throws keeps its lease until it expires. */
  readonly onError?: (row: Row, error: unknown) => Result;
  readonly conclude: (row: Row, result: Result, seconds: number) => Promise<void>;
  /** The row's lease will expire. */
  readonly onConcludeFailed: (row: Row, error: unknown) => void;
  /** Called every 5 s; must not reject. */
  readonly renew?: (running: ReadonlySet<Row>) => Promise<void>;
  // Releases unstarted rows, including `rows`; running ones keep their lease. Without it, rows that arrive during
  // shutdown are started and must check `isStopping`.
  readonly release?: (rows: readonly Row[], running: ReadonlySet<Row>) => Promise<void>;
  /** Called every hour; must not reject. */
  readonly cleanUp?: () => Promise<void>;
}

export interface WorkQueue<Row> {
  /** Resolves to the number of rows. */
  startDue(): Promise<number>;
  /** Like `startDue`, but resolves when nothing is in flight. */
  poll(): Promise<number>;
  submit(rows: readonly Row[]): Promise<void>;
  /** Polls at `due`, unless a poll is due earlier. */
  wakeAt(due: number): void;
  hasCapacity(limit: number): boolean;
  inFlight(): readonly string[];
  settled(): Promise<void>;
  /** Waits 1 s by default for running work, and releases the rest. */
  stop(limitMs?: number): Promise<void>;
}

const RENEW_MS = 5_000;
const CLEAN_UP_MS = 3_600_000;
const STOP_LIMIT_MS = 1_000;

export function startWorkQueue<Row, Result>(work: WorkQueueOptions<Row, Result>): WorkQueue<Row> {
  const { clock, pollEveryMs, batch = Infinity, maxRunning = Infinity } = work;
  const running = new Set<Row>();
  const inFlight = createInFlight();
  let stopping = false;
  const isStopping = () => stopping;
  let polling: Promise<number> | null = null;
  let isPollRequested = false;
  let wake: { readonly at: number; readonly timer: NodeJS.Timeout } | null = null;

  async function attempt(row: Row): Promise<void> {
    const started = performance.now();
    try {
      const result = await work.perform(row, isStopping).catch((error: unknown) => {
        if (!work.onError) throw error;
        return work.onError(row, error);
      });
      await work.conclude(row, result, (performance.now() - started) / 1_000);
    } catch (error) {
      work.onConcludeFailed(row, error);
      return;
    } finally {
      running.delete(row);
    }
    if (work.pollsAfterEach) void startDue();
  }

  async function submit(rows: readonly Row[]): Promise<void> {
    if (stopping && work.release) return work.release(rows, running);
    for (const row of rows) {
      running.add(row);
      void inFlight.track(work.nameOf(row), attempt(row));
    }
  }

  async function claimAll(): Promise<number> {
    let started = 0;
    try {
      let isMore: boolean;
      do {
        isPollRequested = false;
        const rows = await work.claim(running, isStopping);
        await submit(rows);
        started += rows.length;
        isMore = isPollRequested || (rows.length === batch && running.size < maxRunning);
      } while (isMore && !stopping);
    } catch (error) {
      work.onClaimError(error);
    } finally {
      // Reset before the promise resolves, so that later callers start a new poll.
      polling = null;
      wakeAt(clock.now() + pollEveryMs);
    }
    return started;
  }

  /** A poll requested during another one follows it. */
  function startDue(): Promise<number> {
    if (stopping) return Promise.resolve(0);
    if (polling === null) polling = inFlight.track(work.pollName, claimAll());
    else isPollRequested = true;
    return polling;
  }

  function wakeAt(due: number): void {
    if (stopping || pollEveryMs === Infinity || (wake !== null && wake.at <= due)) return;
    if (wake !== null) clearTimeout(wake.timer);
    const inMs = Math.max(0, Math.min(due - clock.now(), pollEveryMs));
    const timer = setTimeout(() => {
      wake = null;
      void startDue();
    }, inMs);
    wake = { at: due, timer };
  }

  const renewing = setInterval(() => void work.renew?.(running), RENEW_MS).unref();
  const cleaning = setInterval(() => void work.cleanUp?.(), CLEAN_UP_MS).unref();

  return {
    startDue,
    async poll() {
      const started = await startDue();
      await inFlight.settled();
      return started;
    },
    submit,
    wakeAt,
    hasCapacity: (most) => !stopping && running.size < most,
    inFlight: inFlight.names,
    settled: inFlight.settled,
    async stop(limitMs = STOP_LIMIT_MS) {
      stopping = true;
      if (wake !== null) clearTimeout(wake.timer);
      clearInterval(cleaning);
      const limit = limitMs === Infinity ? [] : [delay(limitMs, undefined, { ref: false })];
      await Promise.race([inFlight.settled(), ...limit]);
      clearInterval(renewing);
      await work.release?.([], running);
    },
  };
}

type WorkTable = PgTable & { readonly id: PgColumn };

export interface Claim<Table extends WorkTable> {
  readonly where: SQL | undefined;
  readonly orderBy: readonly (PgColumn | SQL)[];
  readonly limit: number;
  readonly lock?: 'update' | 'no key update';
  readonly set: Partial<Record<keyof Table['$inferInsert'], unknown>>;
}

/** Rows that another process is claiming are skipped. */
export async function claimRows<Table extends WorkTable>(
  db: Database,
  table: Table,
  { where, orderBy, limit, lock = 'update', set }: Claim<Table>,
): Promise<Table['$inferSelect'][]> {
  const free = db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .for(lock, { skipLocked: true });
  // The array is evaluated once; a join could run the subquery again and claim more rows.
  return db
    .update(table as PgTable)
    .set(set)
    .where(sql`${table.id} = any(array${free})`)
    .returning();
}

/** Also undoes the attempt count: a first attempt may create what a second one only looks up. */
export async function releaseRows(
  db: Database,
  table: WorkTable & { readonly attempts: PgColumn; readonly claimed_by?: PgColumn },
  where: SQL | undefined,
): Promise<void> {
  const set = {
    claimed_until: null,
    attempts: sql`${table.attempts} - 1`,
    ...(table.claimed_by ? { claimed_by: null } : {}),
  };
  await db
    .update(table as PgTable)
    .set(set)
    .where(where);
}
