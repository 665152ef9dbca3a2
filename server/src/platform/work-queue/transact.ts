/** Runs a transaction and starts its effects after the commit. */

import type { Logger } from 'pino';
import { type Database, retryOnConflict, transaction } from '../database/database.ts';
import type { DatabaseAndClock } from '../database/query-time.ts';
import type { RealtimePublisher } from '../realtime/realtime-publisher.ts';
import { type EffectRow, insertEffects, type NewEffect } from './effect-rows.ts';
import type { EffectsWorker } from './effects-worker.ts';

export interface WorkDeps extends DatabaseAndClock {
  readonly log: Logger;
  readonly realtime: RealtimePublisher;
  readonly worker: Pick<EffectsWorker, 'process' | 'submit'>;
  /** These agents may have become free to take a call. */
  readonly onAgentsFree?: (userIds: readonly number[]) => void;
}

export interface Outbox {
  readonly effects: NewEffect[];
  readonly afterCommit: (() => void)[];
}

export async function transact<T>(
  deps: Pick<WorkDeps, 'db' | 'clock' | 'log' | 'worker'>,
  work: (tx: Database, outbox: Outbox) => Promise<T>,
): Promise<T> {
  const { db, clock, worker } = deps;
  const outbox: Outbox = { effects: [], afterCommit: [] };
  let rows: EffectRow[] = [];
  const attempt = () =>
    transaction(db, async (tx) => {
      outbox.effects.length = 0;
      outbox.afterCommit.length = 0;
      const done = await work(tx, outbox);
      rows = await insertEffects(tx, outbox.effects, worker.process, clock.now());
      return done;
    });
  const result = await retryOnConflict(attempt);
  for (const row of rows) logScheduled(deps, row);
  worker.submit(rows);
  const { afterCommit } = outbox;
  if (afterCommit.length > 0)
    setImmediate(() => {
      for (const callback of afterCommit) callback();
    });
  return result;
}

/** Ringing is a milestone of a call and logged as info; other effects are details. */
function logScheduled({ log }: Pick<WorkDeps, 'log'>, { id, callId, effect }: EffectRow): void {
  const { kind } = effect;
  const line = {
    call: callId,
    effect: id,
    kind,
    ...('legId' in effect ? { leg: effect.legId } : {}),
    ...('callUserId' in effect ? { callUser: effect.callUserId } : {}),
    ...('userId' in effect ? { user: effect.userId } : {}),
  };
  if (kind === 'ring' || kind === 'dial') log.info(line, 'effect scheduled');
  else log.debug(line, 'effect scheduled');
}
