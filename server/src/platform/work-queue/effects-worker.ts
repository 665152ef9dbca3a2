// A process performs its own transactions' effects right after their commit, all others when due. A row is claimed by
// one process at a time; a dead process's lease expires within 20 s.

import type { Logger } from 'pino';
import { type Retry, retryOrGiveUp } from '../core/retry.ts';
import type { DatabaseAndClock } from '../database/query-time.ts';
import { elapsed } from '../process/clock.ts';
import { withLogFields } from '../process/log.ts';
import {
  claimEffects,
  deleteDoneEffects,
  type EffectRow,
  markDone,
  postpone,
  releaseClaims,
  renewClaims,
  type UnreadableEffect,
} from './effect-rows.ts';
import { startWorkQueue, type WorkQueue } from './work-queue.ts';

export type EffectResult = { readonly type: 'done' } | { readonly type: 'marked' } | Retry;

export interface EffectsWorker extends Pick<WorkQueue<EffectRow>, 'poll' | 'inFlight' | 'settled' | 'stop'> {
  readonly process: string;
  submit(rows: readonly EffectRow[]): void;
}

/** Limit of the drift between wall clock and elapsed time when the wall clock wasn't set. */
const DRIFT_MS = 1_000;
const POLL_MS = 1_000;
const KEEP_DONE_MS = 24 * 3_600_000;
/** Until then, servers of the version that wrote it may perform it. */
const UNREADABLE_FOR_MS = 24 * 3_600_000;
const UNREADABLE = 'unreadable';
const BATCH_SIZE = 100;
const MAX_RUNNING = 500;
/** For unexpected failures; takes about a quarter of an hour. */
const MAX_ATTEMPTS = 100;

export interface WorkerDeps extends DatabaseAndClock {
  readonly log: Logger;
  readonly process: string;
  readonly perform: (row: EffectRow) => Promise<EffectResult>;
  /** In ms; default: 1 s. Infinity turns polling off, except for `poll` calls. */
  readonly pollEveryMs?: number;
  readonly onPerformed?: (kind: string, outcome: EffectResult['type'], seconds: number) => void;
}

export function startEffectsWorker(deps: WorkerDeps): EffectsWorker {
  const { db, clock, log, process, perform, onPerformed, pollEveryMs = POLL_MS } = deps;
  // Due times in elapsed time: a ring must end after 30 s even if the wall clock is set. Effects of other processes
  // follow the wall clock.
  const scheduled = new Map<number, { readonly at: number; readonly due: number }>();
  // The attempt may have created something, so the next one has to be counted as a second one.
  const unrecorded = new Set<number>();

  const queue = startWorkQueue<EffectRow, EffectResult>({
    clock,
    pollEveryMs,
    batch: BATCH_SIZE,
    maxRunning: MAX_RUNNING,
    pollName: 'poll for due effects',
    nameOf: ({ id, effect }) => `effect ${effect.kind} ${id}`,
    async claim(running) {
      const also = dueByElapsedTime();
      const except = [...tooEarlyIds(), ...idsOf(running)];
      const claimed = await claimEffects(db, process, clock.now(), BATCH_SIZE, also, except);
      const { rows, unreadable } = claimed;
      for (const { id } of rows) unrecorded.delete(id);
      await giveUpUnreadable(unreadable);
      if (rows.length + unreadable.length < BATCH_SIZE) for (const id of also) scheduled.delete(id);
      return rows;
    },
    onClaimError: (error) => log.warn({ err: error }, 'failed to claim effects'),
    perform: async (row) =>
      withLogFields({ call: row.callId, effect: row.id, kind: row.effect.kind }, () => perform(row)),
    onError({ id, effect: { kind }, attempts }, error) {
      log.error({ err: error, effect: id, kind }, 'effect failed');
      return retryOrGiveUp(attempts, MAX_ATTEMPTS, error);
    },
    conclude(row, result, seconds) {
      onPerformed?.(row.effect.kind, result.type, seconds);
      return conclude(row, result);
    },
    onConcludeFailed({ id, effect: { kind } }, error) {
      unrecorded.add(id);
      log.warn({ err: error, effect: id, kind }, 'failed to record the outcome of an effect');
    },
    renew: (running) =>
      renewClaims(db, idsOf(running), process, clock.now()).catch((error) =>
        log.warn({ err: error }, 'failed to renew claims'),
      ),
    release: (_, running) =>
      releaseClaims(db, process, [...idsOf(running), ...unrecorded]).catch((error) =>
        log.warn({ err: error }, 'failed to release effects'),
      ),
    cleanUp: () =>
      deleteDoneEffects(db, clock.now() - KEEP_DONE_MS).catch((error) =>
        log.warn({ err: error }, 'failed to delete old effects'),
      ),
  });

  async function giveUpUnreadable(unreadable: readonly UnreadableEffect[]): Promise<void> {
    const now = clock.now();
    for (const { id, kind, attempts, dueAt, error } of unreadable) {
      if (attempts === 1) log.warn({ err: error, effect: id, kind }, 'failed to read an effect');
      if (now - dueAt < UNREADABLE_FOR_MS) continue;
      log.warn({ effect: id, kind, reason: UNREADABLE }, 'effect abandoned');
      await markDone(db, [id], now, UNREADABLE);
      onPerformed?.(kind, 'givenUp', 0);
    }
  }

  async function conclude(row: EffectRow, result: EffectResult): Promise<void> {
    const { id, callId, attempts } = row;
    const { kind } = row.effect;
    const now = clock.now();
    switch (result.type) {
      case 'marked':
      case 'done':
        log.debug({ effect: id, kind, call: callId }, 'effect done');
        return result.type === 'done' ? markDone(db, [id], now) : undefined;
      case 'givenUp':
        log.warn({ effect: id, kind, call: callId, reason: result.error }, 'effect abandoned');
        return markDone(db, [id], now, result.error);
      case 'again':
        log.debug(
          { effect: id, kind, call: callId, attempts, reason: result.error },
          'effect will be retried',
        );
        if (await postpone(db, id, process, now + result.inMs, result.error))
          scheduleWake(id, now + result.inMs);
        return;
      default:
        result satisfies never;
    }
  }

  function scheduleWake(id: number, due: number): void {
    scheduled.set(id, { at: elapsed(clock) + due - clock.now(), due });
    queue.wakeAt(due);
  }

  function dueByElapsedTime(): number[] {
    return [...scheduled].filter(([, { at }]) => at <= elapsed(clock)).map(([id]) => id);
  }

  /** Effects that only seem due because the wall clock was set forward. */
  function tooEarlyIds(): number[] {
    const now = clock.now();
    return [...scheduled]
      .filter(([, { at, due }]) => due <= now && at - elapsed(clock) > DRIFT_MS)
      .map(([id]) => id);
  }

  void queue.startDue();

  return {
    ...queue,
    process,
    submit(rows) {
      const later = rows.filter(({ attempts }) => attempts === 0);
      void queue.submit(rows.filter(({ attempts }) => attempts > 0));
      if (later.some(({ dueAt }) => dueAt <= clock.now())) void queue.startDue();
      for (const { id, dueAt } of later) scheduleWake(id, dueAt);
    },
  };
}

function idsOf(rows: ReadonlySet<EffectRow>): number[] {
  return [...rows].map(({ id }) => id);
}
