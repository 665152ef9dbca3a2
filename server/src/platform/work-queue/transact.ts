/** A change of state and the effects that it orders, committed together; the effects begin after the commit. */

import type { Logger } from 'pino';
import { again, type Database, transaction } from '../database/database.ts';
import type { DatabaseAndClock } from '../database/moment.ts';
import type { RealtimePublisher } from '../realtime/realtime-publisher.ts';
import { type EffectRow, insertEffects, type NewEffect } from './effect-rows.ts';
import type { EffectsWorker } from './effects-worker.ts';

export interface WorkParts extends DatabaseAndClock {
  readonly log: Logger;
  readonly realtime: RealtimePublisher;
  readonly worker: Pick<EffectsWorker, 'process' | 'submit'>;
}

/** What a transaction leaves to be done when it has committed. */
export interface Outbox {
  readonly effects: NewEffect[];
  readonly hints: (() => void)[];
}

/** Runs `work` in a transaction, writes its effects with it, and lets them begin after the commit. */
export async function transact<T>(
  parts: Pick<WorkParts, 'db' | 'clock' | 'log' | 'worker'>,
  work: (tx: Database, outbox: Outbox) => Promise<T>,
): Promise<T> {
  const { db, clock, worker } = parts;
  const outbox: Outbox = { effects: [], hints: [] };
  let rows: EffectRow[] = [];
  const attempt = () =>
    transaction(db, async (tx) => {
      outbox.effects.length = 0;
      outbox.hints.length = 0;
      const done = await work(tx, outbox);
      rows = await insertEffects(tx, outbox.effects, worker.process, clock.now());
      return done;
    });
  const result = await again(attempt);
  for (const row of rows) tellOrdered(parts, row);
  worker.submit(rows);
  // Hints can wait: a ring that the transaction ordered is on its way first.
  const { hints } = outbox;
  if (hints.length > 0)
    setImmediate(() => {
      for (const hint of hints) hint();
    });
  return result;
}

/** That a phone is to ring is a change of a call's life; what follows from one is not. */
function tellOrdered({ log }: Pick<WorkParts, 'log'>, { id, callId, effect }: EffectRow): void {
  const { kind } = effect;
  const line = {
    call: callId,
    effect: id,
    kind,
    ...('legId' in effect ? { leg: effect.legId } : {}),
    ...('callUserId' in effect ? { callUser: effect.callUserId } : {}),
    ...('userId' in effect ? { user: effect.userId } : {}),
  };
  if (kind === 'ring' || kind === 'dial') log.info(line, 'effect ordered');
  else log.debug(line, 'effect ordered');
}
