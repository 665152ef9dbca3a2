/**
 * Performs effects: those of a transaction of this process right after its commit, all others when they are due.
 * A row is one process's at a time; what a dead process had begun comes back within 20 s.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type Clock, elapsed } from '../process/clock.ts';
import { createInFlight } from '../process/in-flight.ts';
import { withLogFields } from '../process/log.ts';
import {
  claimEffects,
  type EffectRow,
  forgetDone,
  giveBack,
  markDone,
  postpone,
  renewClaims,
} from './effect-rows.ts';

export type Performed =
  | { readonly type: 'done' }
  /** The row was marked in the transaction that took up the result. */
  | { readonly type: 'marked' }
  | { readonly type: 'again'; readonly inMs: number; readonly error: string }
  | { readonly type: 'givenUp'; readonly error: string };

export interface EffectsWorker {
  /** The name under which this process claims. */
  readonly process: string;
  /** Rows that a transaction of this process has just committed. */
  submit(rows: readonly EffectRow[]): void;
  /** Looks for due rows now. Resolves with their number when all of them have been tried. */
  poll(): Promise<number>;
  /** Names of the effects and polls in flight. */
  inFlight(): readonly string[];
  /** Resolves when nothing is in flight. */
  settled(): Promise<void>;
  /** Lets what has begun come to an end, for a second unless told otherwise, and gives all else to other processes. */
  stop(limitMs?: number): Promise<void>;
}

/** Of the two clocks in the life of a row, without a step. */
const DRIFT_MS = 1_000;
const POLL_MS = 1_000;
const RENEW_MS = 5_000;
const FORGET_MS = 3_600_000;
const KEEP_DONE_MS = 24 * 3_600_000;
const AT_ONCE = 100;
const MOST_AT_ONCE = 500;
const STOP_LIMIT_MS = 1_000;
/** Of an effect that fails in a way nobody expected; about a quarter of an hour. */
const MOST_TRIES = 100;

export interface WorkerParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly process: string;
  readonly perform: (row: EffectRow) => Promise<Performed>;
  /** Between two polls for due rows, in ms; 1 s by default. Infinity: no polls but those by `poll`. */
  readonly pollEveryMs?: number;
  /** Told of each try. */
  readonly onPerformed?: (kind: string, outcome: Performed['type'], seconds: number) => void;
}

export function startEffectsWorker(parts: WorkerParts): EffectsWorker {
  const { db, clock, log, process, perform, onPerformed, pollEveryMs = POLL_MS } = parts;
  const running = new Map<number, Promise<void>>();
  /**
   * What this process has ordered for later, with the elapsed time at which it is due: when the clock is set, a ring must
   * still end after 30 s. What another process ordered waits for the clock.
   */
  const ordered = new Map<number, { readonly at: number; readonly due: number }>();
  const inFlight = createInFlight();
  let stopped = false;
  let looking: Promise<void> = Promise.resolve();
  let wake: { readonly at: number; readonly timer: NodeJS.Timeout } | null = null;

  async function attempt(row: EffectRow): Promise<void> {
    const { id, attempts } = row;
    const { kind } = row.effect;
    const begun = performance.now();
    let result: Performed;
    try {
      result = await withLogFields({ call: row.callId, effect: id, kind }, () => perform(row));
    } catch (error) {
      log.error({ err: error, effect: id, kind }, 'effect failed');
      result =
        attempts < MOST_TRIES
          ? { type: 'again', inMs: backOff(attempts), error: String(error) }
          : { type: 'givenUp', error: String(error) };
    }
    onPerformed?.(kind, result.type, (performance.now() - begun) / 1_000);
    try {
      await conclude(row, result);
    } catch (error) {
      // The claim runs out and the row comes back.
      log.warn({ err: error, effect: id, kind }, 'effect not marked');
    }
  }

  async function conclude(row: EffectRow, result: Performed): Promise<void> {
    const { id, callId, attempts } = row;
    const { kind } = row.effect;
    const now = clock.now();
    switch (result.type) {
      case 'marked':
        log.debug({ effect: id, kind, call: callId }, 'effect done');
        return;
      case 'done':
        log.debug({ effect: id, kind, call: callId }, 'effect done');
        return markDone(db, [id], now);
      case 'givenUp':
        log.warn({ effect: id, kind, call: callId, reason: result.error }, 'effect given up');
        return markDone(db, [id], now, result.error);
      case 'again':
        log.debug({ effect: id, kind, call: callId, attempts, reason: result.error }, 'effect comes again');
        await postpone(db, id, now + result.inMs, result.error);
        noteDue(id, now + result.inMs);
        return;
      default:
        result satisfies never;
    }
  }

  function run(row: EffectRow): Promise<void> {
    const work = attempt(row).finally(() => running.delete(row.id));
    running.set(row.id, work);
    return inFlight.track(`effect ${row.effect.kind} ${row.id}`, work);
  }

  function noteDue(id: number, due: number): void {
    ordered.set(id, { at: elapsed(clock) + due - clock.now(), due });
    wakeAt(due);
  }

  /** Those whose time has come, whatever the clock says. Another process may have performed them. */
  function comeDue(): number[] {
    const ids = [...ordered].filter(([, { at }]) => at <= elapsed(clock)).map(([id]) => id);
    for (const id of ids) ordered.delete(id);
    return ids;
  }

  /** Those that are due by the clock alone, which was set forward, and those under way, whose claims ended with it. */
  function notAgain(): number[] {
    const now = clock.now();
    const early = [...ordered].filter(([, { at, due }]) => due <= now && at - elapsed(clock) > DRIFT_MS);
    return [...early.map(([id]) => id), ...running.keys()];
  }

  function wakeAt(due: number): void {
    if (stopped || pollEveryMs === Infinity || (wake !== null && wake.at <= due)) return;
    if (wake !== null) clearTimeout(wake.timer);
    const timer = setTimeout(
      () => {
        wake = null;
        void poll();
      },
      Math.max(0, Math.min(due - clock.now(), pollEveryMs)),
    );
    wake = { at: due, timer };
  }

  /** Slow effects do not hold up the next look. */
  async function poll(): Promise<number> {
    const begun: Promise<void>[] = [];
    const look = inFlight.track('poll for due effects', claimDue(begun));
    looking = Promise.all([looking, look]).then(() => undefined);
    await look;
    wakeAt(clock.now() + pollEveryMs);
    await Promise.all(begun);
    return begun.length;
  }

  async function claimDue(begun: Promise<void>[]): Promise<void> {
    const also = comeDue();
    try {
      let rows: EffectRow[] = [];
      do {
        rows = stopped ? [] : await claimEffects(db, process, clock.now(), AT_ONCE, also, notAgain());
        // Those that came when the end had been told are given back with the others.
        if (!stopped) begun.push(...rows.map(run));
      } while (rows.length === AT_ONCE && running.size < MOST_AT_ONCE);
    } catch (error) {
      log.warn({ err: error }, 'effects not read');
    }
  }

  async function letGo(): Promise<void> {
    try {
      await giveBack(db, process, [...running.keys()]);
    } catch (error) {
      // The claims run out.
      log.warn({ err: error }, 'effects not given back');
    }
  }

  const renewing = setInterval(() => {
    const ids = [...running.keys()];
    renewClaims(db, ids, process, clock.now()).catch((error) =>
      log.warn({ err: error }, 'claims not renewed'),
    );
  }, RENEW_MS).unref();
  const forgetting = setInterval(() => {
    forgetDone(db, clock.now() - KEEP_DONE_MS).catch((error) =>
      log.warn({ err: error }, 'old effects not removed'),
    );
  }, FORGET_MS).unref();
  void poll();

  return {
    process,
    submit(rows) {
      if (stopped) return void letGo();
      const later = rows.filter((row) => row.attempts === 0);
      for (const row of rows) if (row.attempts > 0) void run(row);
      if (later.some(({ dueAt }) => dueAt <= clock.now())) void poll();
      for (const { id, dueAt } of later) noteDue(id, dueAt);
    },
    inFlight: inFlight.names,
    settled: inFlight.settled,
    // Also what a look of its own has claimed a moment before.
    async poll() {
      const count = await poll();
      await looking;
      await Promise.allSettled(running.values());
      return count;
    },
    async stop(limitMs = STOP_LIMIT_MS) {
      stopped = true;
      if (wake !== null) clearTimeout(wake.timer);
      clearInterval(forgetting);
      await Promise.race([inFlight.settled(), delay(limitMs, undefined, { ref: false })]);
      clearInterval(renewing);
      await letGo();
    },
  };
}

/** 250 ms, doubled each time, 10 s at most. */
export function backOff(attempts: number): number {
  return Math.min(10_000, 250 * 2 ** Math.min(10, attempts - 1));
}
