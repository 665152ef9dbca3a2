import { eq } from 'drizzle-orm';
import { legs } from '../../platform/database/schema.ts';
import type { CallRateLimiter } from '../../platform/telephony/call-rate-limiter.ts';
import type { Telephony } from '../../platform/telephony/telephony.ts';
import type { Outcome } from '../../platform/telephony/telephony-outcome.ts';
import type { WebhookUrls } from '../../platform/telephony/webhook-urls.ts';
import { DONE, toEffectResult } from '../../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import type { Greetings } from '../../recordings/greetings/greetings.ts';
import type { RecordingFiles } from '../../recordings/recording-files.ts';
import type { RecordingsIntake } from '../../recordings/recordings-intake.ts';
import type { TransitionDeps } from '../call-transitions.ts';

export interface EffectDeps extends TransitionDeps {
  readonly telephony: Telephony;
  readonly urls: WebhookUrls;
  readonly callRateLimiter: CallRateLimiter;
  readonly recordings: RecordingsIntake;
  readonly files: RecordingFiles;
  readonly greetings: Pick<Greetings, 'find'>;
}

/** Skips legs without a SID: they were never created, or are ended as soon as their creation is confirmed. */
export async function updateLiveLeg(
  deps: EffectDeps,
  row: EffectRow,
  legId: number,
  request: (sid: string) => Promise<Outcome<void>>,
): Promise<EffectResult> {
  const [leg] = await deps.db.select().from(legs).where(eq(legs.id, legId));
  if (!leg?.provider_sid || leg.ended_at !== null) return DONE;
  return toEffectResult(row, await request(leg.provider_sid));
}
