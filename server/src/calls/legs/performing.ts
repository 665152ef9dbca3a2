/** What the performing of every effect has in common. */
import { eq } from 'drizzle-orm';
import { legs } from '../../platform/database/schema.ts';
import type { CreationBudget } from '../../platform/telephony/creation-budget.ts';
import type { Telephony } from '../../platform/telephony/telephony.ts';
import type { Failure, Outcome } from '../../platform/telephony/telephony-outcome.ts';
import type { WebhookUrls } from '../../platform/telephony/webhook-urls.ts';
import type { EffectRow, StoredEffect } from '../../platform/work-queue/effect-rows.ts';
import { backOff, type Performed } from '../../platform/work-queue/effects-worker.ts';
import type { RecordingFiles } from '../../recordings/recording-files.ts';
import type { RecordingsIntake } from '../../recordings/recordings-intake.ts';
import type { StepParts } from '../call-steps.ts';

export interface PerformParts extends StepParts {
  readonly telephony: Telephony;
  readonly urls: WebhookUrls;
  readonly budget: CreationBudget;
  readonly recordings: RecordingsIntake;
  readonly files: RecordingFiles;
}

/** After this many tries an ending that the provider does not take is left to the comparison with it. */
const MOST_TRIES = 30;

export const DONE: Performed = { type: 'done' };
export const MARKED: Performed = { type: 'marked' };

export type Of<K extends StoredEffect['kind']> = Extract<StoredEffect, { kind: K }>;

/** Does something to a leg. One without a name was never made, or its making ends it when it hears of the end. */
export async function withSid(
  parts: PerformParts,
  row: EffectRow,
  legId: number,
  request: (sid: string) => Promise<Outcome<void>>,
): Promise<Performed> {
  const [leg] = await parts.db.select().from(legs).where(eq(legs.id, legId));
  if (!leg?.provider_sid || leg.ended_at !== null) return DONE;
  return concluded(row, await request(leg.provider_sid));
}

export function concluded(row: EffectRow, outcome: Outcome<void>): Performed {
  if (outcome.ok || outcome.kind === 'gone') return DONE;
  if (outcome.kind === 'refused' || row.attempts >= MOST_TRIES)
    return { type: 'givenUp', error: outcome.message };
  return again(row, outcome);
}

export function again(row: EffectRow, { kind, message }: Failure): Performed {
  return { type: 'again', inMs: backOff(row.attempts), error: `${kind}: ${message}` };
}
