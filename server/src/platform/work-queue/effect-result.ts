import type { Effect } from '../core/effects.ts';
import { backOff } from '../core/retry.ts';
import type { Failure, Outcome } from '../telephony/telephony-outcome.ts';
import type { EffectRow } from './effect-rows.ts';
import type { EffectResult } from './effects-worker.ts';

/** After this many attempts, ending a call is left to the reconciliation with the provider. */
const MAX_ATTEMPTS = 30;

export const DONE: EffectResult = { type: 'done' };

export const ALREADY_MARKED: EffectResult = { type: 'marked' };

export type EffectOf<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

export function toEffectResult(row: EffectRow, outcome: Outcome<void>): EffectResult {
  if (outcome.ok || outcome.kind === 'gone') return DONE;
  if (outcome.kind === 'refused' || row.attempts >= MAX_ATTEMPTS)
    return { type: 'givenUp', error: outcome.message };
  return retryLater(row, outcome);
}

export function retryLater(row: EffectRow, { kind, message }: Failure): EffectResult {
  return { type: 'again', inMs: backOff(row.attempts), error: `${kind}: ${message}` };
}
