/**
 * The one loop under all work that is kept as rows: it claims due rows, performs them, and gives back what it has not
 * begun when the process ends. A row is one process's at a time. A claim ends by itself unless it is renewed, so the rows
 * of a process that died come back.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import type { Clock } from '../process/clock.ts';
import { createInFlight } from '../process/in-flight.ts';

/** What is particular to one kind of work. `Result` is what an attempt came to. */
export interface Work<Row, Result> {
  readonly clock: Clock;
  /** Infinity: no polls but those that are asked for. */
  readonly pollEveryMs: number;
  /** A claim of so many rows is followed by another at once, until `maxRunning` rows are being performed. */
  readonly batch?: number;
  readonly maxRunning?: number;
  /** What was performed makes room for the next. */
  readonly pollsAfterEach?: boolean;
  /** Names of polls and rows among the work in flight. */
  readonly pollName: string;
  readonly nameOf: (row: Row) => string;
  readonly claim: (running: ReadonlySet<Row>, isStopping: () => boolean) => Promise<readonly Row[]>;
  readonly onClaimError: (error: unknown) => void;
  readonly perform: (row: Row, isStopping: () => boolean) => Promise<Result>;
  /** What an attempt that threw came to; without this, its claim runs out. */
  readonly onError?: (row: Row, error: unknown) => Result;
  /** Marks the row: done, due again, or a dead letter. */
  readonly conclude: (row: Row, result: Result, seconds: number) => Promise<void>;
  /** The row was not marked: its claim runs out and it comes back. */
  readonly onLost: (row: Row, error: unknown) => void;
  /** Every 5 s; must not reject. */
  readonly renew?: (running: ReadonlySet<Row>) => Promise<void>;
  /**
   * Frees what this process claimed and did not begin, `rows` among it; what runs keeps its claim. Without this, rows that
   * come at the end are begun, and see that they must stop.
   */
  readonly giveBack?: (rows: readonly Row[], running: ReadonlySet<Row>) => Promise<void>;
  /** Every hour; must not reject. */
  readonly cleanUp?: () => Promise<void>;
}

export interface WorkQueue<Row> {
  /** Claims due rows and begins them. Resolves with their number. */
  beginDue(): Promise<number>;
  /** The same, and resolves when nothing is in flight any more. */
  poll(): Promise<number>;
  /** Begins rows that this process has claimed already. */
  submit(rows: readonly Row[]): Promise<void>;
  /** Polls at that moment, if no poll is due before. */
  wakeAt(due: number): void;
  /** Fewer than `most` rows are being performed, and the end has not begun. */
  hasRoom(most: number): boolean;
  /** Names of the rows and polls in flight. */
  inFlight(): readonly string[];
  /** Resolves when nothing is in flight. */
  settled(): Promise<void>;
  /** Lets what has begun come to an end, for a second by default, and gives back all else. */
  stop(limitMs?: number): Promise<void>;
}

const RENEW_MS = 5_000;
const CLEAN_UP_MS = 3_600_000;
const STOP_LIMIT_MS = 1_000;

export function startWorkQueue<Row, Result>(work: Work<Row, Result>): WorkQueue<Row> {
  const { clock, pollEveryMs, batch = Infinity, maxRunning = Infinity } = work;
  const running = new Set<Row>();
  const inFlight = createInFlight();
  let stopping = false;
  const isStopping = () => stopping;
  let polling: Promise<number> | null = null;
  let isAskedAgain = false;
  let wake: { readonly at: number; readonly timer: NodeJS.Timeout } | null = null;

  async function attempt(row: Row): Promise<void> {
    const begun = performance.now();
    try {
      const result = await work.perform(row, isStopping).catch((error: unknown) => {
        if (!work.onError) throw error;
        return work.onError(row, error);
      });
      await work.conclude(row, result, (performance.now() - begun) / 1_000);
    } catch (error) {
      work.onLost(row, error);
      return;
    } finally {
      running.delete(row);
    }
    if (work.pollsAfterEach) void beginDue();
  }

  async function submit(rows: readonly Row[]): Promise<void> {
    if (stopping && work.giveBack) return work.giveBack(rows, running);
    for (const row of rows) {
      running.add(row);
      void inFlight.track(work.nameOf(row), attempt(row));
    }
  }

  async function claimAll(): Promise<number> {
    let begun = 0;
    try {
      let isMore: boolean;
      do {
        isAskedAgain = false;
        const rows = await work.claim(running, isStopping);
        await submit(rows);
        begun += rows.length;
        isMore = isAskedAgain || (rows.length === batch && running.size < maxRunning);
      } while (isMore && !stopping);
    } catch (error) {
      work.onClaimError(error);
    } finally {
      // Before anyone is told of the end: who asks from now on gets a poll of their own.
      polling = null;
      wakeAt(clock.now() + pollEveryMs);
    }
    return begun;
  }

  /** One at a time; a poll that is asked for during another one follows it. */
  function beginDue(): Promise<number> {
    if (stopping) return Promise.resolve(0);
    if (polling === null) polling = inFlight.track(work.pollName, claimAll());
    else isAskedAgain = true;
    return polling;
  }

  function wakeAt(due: number): void {
    if (stopping || pollEveryMs === Infinity || (wake !== null && wake.at <= due)) return;
    if (wake !== null) clearTimeout(wake.timer);
    const inMs = Math.max(0, Math.min(due - clock.now(), pollEveryMs));
    const timer = setTimeout(() => {
      wake = null;
      void beginDue();
    }, inMs);
    wake = { at: due, timer };
  }

  const renewing = setInterval(() => void work.renew?.(running), RENEW_MS).unref();
  const cleaning = setInterval(() => void work.cleanUp?.(), CLEAN_UP_MS).unref();

  return {
    beginDue,
    async poll() {
      const begun = await beginDue();
      await inFlight.settled();
      return begun;
    },
    submit,
    wakeAt,
    hasRoom: (most) => !stopping && running.size < most,
    inFlight: inFlight.names,
    settled: inFlight.settled,
    async stop(limitMs = STOP_LIMIT_MS) {
      stopping = true;
      if (wake !== null) clearTimeout(wake.timer);
      clearInterval(cleaning);
      const limit = limitMs === Infinity ? [] : [delay(limitMs, undefined, { ref: false })];
      await Promise.race([inFlight.settled(), ...limit]);
      clearInterval(renewing);
      await work.giveBack?.([], running);
    },
  };
}

type WorkTable = PgTable & { readonly id: PgColumn };

export interface Claim<Table extends WorkTable> {
  /** Which rows are due and claimed by nobody. */
  readonly where: SQL | undefined;
  readonly orderBy: readonly (PgColumn | SQL)[];
  readonly limit: number;
  readonly lock?: 'update' | 'no key update';
  /** The claim itself. */
  readonly set: Partial<Record<keyof Table['$inferInsert'], unknown>>;
}

/** Claims rows in one statement: those that another process is claiming are passed over. */
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
  // An array is read once: a join could read the rows again and claim more of them.
  return db
    .update(table as PgTable)
    .set(set)
    .where(sql`${table.id} = any(array${free})`)
    .returning();
}

/** Frees claimed rows at once. They were not tried: a first try may do what a second one only looks for. */
export async function giveBackRows(
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
