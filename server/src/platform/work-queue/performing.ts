/** What the performing of effects has in common. */
import type { Effect } from '../core/effects.ts';
import { backOff } from '../core/retry.ts';
import type { Failure, Outcome } from '../telephony/telephony-outcome.ts';
import type { EffectRow } from './effect-rows.ts';
import type { Performed } from './effects-worker.ts';

/** After this many tries an ending that the provider does not take is left to the comparison with it. */
const MOST_TRIES = 30;

export const DONE: Performed = { type: 'done' };

export const MARKED: Performed = { type: 'marked' };

export type Of<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

export function concluded(row: EffectRow, outcome: Outcome<void>): Performed {
  if (outcome.ok || outcome.kind === 'gone') return DONE;
  if (outcome.kind === 'refused' || row.attempts >= MOST_TRIES)
    return { type: 'givenUp', error: outcome.message };
  return again(row, outcome);
}

export function again(row: EffectRow, { kind, message }: Failure): Performed {
  return { type: 'again', inMs: backOff(row.attempts), error: `${kind}: ${message}` };
}
