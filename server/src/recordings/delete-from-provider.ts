import { eq } from 'drizzle-orm';
import { recordings } from '../platform/database/schema.ts';
import type { Telephony } from '../platform/telephony/telephony.ts';
import { DONE, type EffectOf } from '../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../platform/work-queue/effects-worker.ts';
import type { WorkDeps } from '../platform/work-queue/transact.ts';

const FIRST_BACK_OFF_MS = 5_000;
const MAX_BACK_OFF_MS = 3_600_000;
/** About three days: a text in transit or a recording in progress can't be removed yet. */
const MAX_ATTEMPTS = 80;

export async function deleteFromProvider(
  { db, clock, telephony, log }: WorkDeps & { readonly telephony: Telephony },
  { id, attempts }: EffectRow,
  { kind, sid }: EffectOf<'forgetRecording'> | EffectOf<'forgetText'>,
): Promise<EffectResult> {
  const outcome = await (kind === 'forgetText' ? telephony.removeText(sid) : telephony.removeRecording(sid));
  if (outcome.ok || outcome.kind === 'gone') {
    const removed = { provider_removed_at: new Date(clock.now()) };
    if (kind === 'forgetRecording')
      await db.update(recordings).set(removed).where(eq(recordings.provider_sid, sid));
    return DONE;
  }
  if (attempts >= MAX_ATTEMPTS) {
    log.error(
      { effect: id, sid, reason: outcome.message },
      'failed to delete a recording or text at the provider',
    );
    return { type: 'givenUp', error: outcome.message };
  }
  const inMs = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(20, attempts - 1));
  return { type: 'again', inMs, error: `${outcome.kind}: ${outcome.message}` };
}
