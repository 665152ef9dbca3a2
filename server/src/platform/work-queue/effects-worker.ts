/**
 * Performs effects: those of a transaction of this process right after its commit, all others when they are due.
 * A row is one process's at a time; what a dead process had begun comes back within 20 s.
 */

import type { Logger } from 'pino';
import { type Retry, retry } from '../core/retry.ts';
import type { DatabaseAndClock } from '../database/moment.ts';
import { elapsed } from '../process/clock.ts';
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
import { startWorkQueue, type WorkQueue } from './work-queue.ts';

export type Performed =
  | { readonly type: 'done' }
  /** The row was marked in the transaction that took up the result. */
  | { readonly type: 'marked' }
  | Retry;

/** A poll resolves when all rows that are due have been tried. */
export interface EffectsWorker extends Pick<WorkQueue<EffectRow>, 'poll' | 'inFlight' | 'settled' | 'stop'> {
  /** The name under which this process claims. */
  readonly process: string;
  /** Rows that a transaction of this process has just committed. */
  submit(rows: readonly EffectRow[]): void;
}

/** Of the two clocks in the life of a row, without a step. */
const DRIFT_MS = 1_000;
const POLL_MS = 1_000;
const KEEP_DONE_MS = 24 * 3_600_000;
const AT_ONCE = 100;
const MOST_AT_ONCE = 500;
/** Of an effect that fails in a way nobody expected; about a quarter of an hour. */
const MOST_TRIES = 100;

export interface WorkerParts extends DatabaseAndClock {
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
  /**
   * What this process has ordered for later, with the elapsed time at which it is due: when the clock is set, a ring must
   * still end after 30 s. What another process ordered waits for the clock.
   */
  const ordered = new Map<number, { readonly at: number; readonly due: number }>();

  const queue = startWorkQueue<EffectRow, Performed>({
    clock,
    pollEveryMs,
    batch: AT_ONCE,
    maxRunning: MOST_AT_ONCE,
    pollName: 'poll for due effects',
    nameOf: ({ id, effect }) => `effect ${effect.kind} ${id}`,
    async claim(running) {
      const also = comeDue();
      const except = [...early(), ...idsOf(running)];
      const rows = await claimEffects(db, process, clock.now(), AT_ONCE, also, except);
      // Another process may have performed those that did not come.
      if (rows.length < AT_ONCE) for (const id of also) ordered.delete(id);
      return rows;
    },
    onClaimError: (error) => log.warn({ err: error }, 'effects not read'),
    perform: async (row) =>
      withLogFields({ call: row.callId, effect: row.id, kind: row.effect.kind }, () => perform(row)),
    onError({ id, effect: { kind }, attempts }, error) {
      log.error({ err: error, effect: id, kind }, 'effect failed');
      return retry(attempts, MOST_TRIES, error);
    },
    conclude(row, result, seconds) {
      onPerformed?.(row.effect.kind, result.type, seconds);
      return conclude(row, result);
    },
    onLost: ({ id, effect: { kind } }, error) =>
      log.warn({ err: error, effect: id, kind }, 'effect not marked'),
    renew: (running) =>
      renewClaims(db, idsOf(running), process, clock.now()).catch((error) =>
        log.warn({ err: error }, 'claims not renewed'),
      ),
    giveBack: (_, running) =>
      giveBack(db, process, idsOf(running)).catch((error) =>
        log.warn({ err: error }, 'effects not given back'),
      ),
    cleanUp: () =>
      forgetDone(db, clock.now() - KEEP_DONE_MS).catch((error) =>
        log.warn({ err: error }, 'old effects not removed'),
      ),
  });

  async function conclude(row: EffectRow, result: Performed): Promise<void> {
    const { id, callId, attempts } = row;
    const { kind } = row.effect;
    const now = clock.now();
    switch (result.type) {
      case 'marked':
      case 'done':
        log.debug({ effect: id, kind, call: callId }, 'effect done');
        return result.type === 'done' ? markDone(db, [id], now) : undefined;
      case 'givenUp':
        log.warn({ effect: id, kind, call: callId, reason: result.error }, 'effect given up');
        return markDone(db, [id], now, result.error);
      case 'again':
        log.debug({ effect: id, kind, call: callId, attempts, reason: result.error }, 'effect comes again');
        await postpone(db, id, now + result.inMs, result.error);
        return noteDue(id, now + result.inMs);
      default:
        result satisfies never;
    }
  }

  function noteDue(id: number, due: number): void {
    ordered.set(id, { at: elapsed(clock) + due - clock.now(), due });
    queue.wakeAt(due);
  }

  /** Those whose time has come, whatever the clock says. */
  function comeDue(): number[] {
    return [...ordered].filter(([, { at }]) => at <= elapsed(clock)).map(([id]) => id);
  }

  /** Those that are due by the clock alone, which was set forward. */
  function early(): number[] {
    const now = clock.now();
    return [...ordered]
      .filter(([, { at, due }]) => due <= now && at - elapsed(clock) > DRIFT_MS)
      .map(([id]) => id);
  }

  void queue.beginDue();

  return {
    ...queue,
    process,
    submit(rows) {
      const later = rows.filter(({ attempts }) => attempts === 0);
      void queue.submit(rows.filter(({ attempts }) => attempts > 0));
      if (later.some(({ dueAt }) => dueAt <= clock.now())) void queue.beginDue();
      for (const { id, dueAt } of later) noteDue(id, dueAt);
    },
  };
}

function idsOf(rows: ReadonlySet<EffectRow>): number[] {
  return [...rows].map(({ id }) => id);
}
