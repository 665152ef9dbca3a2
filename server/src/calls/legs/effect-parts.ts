import { eq } from 'drizzle-orm';
import { legs } from '../../platform/database/schema.ts';
import type { CreationBudget } from '../../platform/telephony/creation-budget.ts';
import type { Telephony } from '../../platform/telephony/telephony.ts';
import type { Outcome } from '../../platform/telephony/telephony-outcome.ts';
import type { WebhookUrls } from '../../platform/telephony/webhook-urls.ts';
import type { EffectRow } from '../../platform/work-queue/effect-rows.ts';
import type { Performed } from '../../platform/work-queue/effects-worker.ts';
import { concluded, DONE } from '../../platform/work-queue/performing.ts';
import type { RecordingFiles } from '../../recordings/recording-files.ts';
import type { RecordingsIntake } from '../../recordings/recordings-intake.ts';
import type { TransitionParts } from '../call-transitions.ts';

export interface EffectParts extends TransitionParts {
  readonly telephony: Telephony;
  readonly urls: WebhookUrls;
  readonly budget: CreationBudget;
  readonly recordings: RecordingsIntake;
  readonly files: RecordingFiles;
}

/** Skips legs without a SID: they were never created, or are ended as soon as their creation is confirmed. */
export async function updateLiveLeg(
  parts: EffectParts,
  row: EffectRow,
  legId: number,
  request: (sid: string) => Promise<Outcome<void>>,
): Promise<Performed> {
  const [leg] = await parts.db.select().from(legs).where(eq(legs.id, legId));
  if (!leg?.provider_sid || leg.ended_at !== null) return DONE;
  return concluded(row, await request(leg.provider_sid));
}
