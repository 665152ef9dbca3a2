/** What is kept here no more, or safely, goes at the provider too, however long that takes. */

import { eq } from 'drizzle-orm';
import { recordings } from '../platform/database/schema.ts';
import type { Telephony } from '../platform/telephony/telephony.ts';
import { DONE, type EffectOf } from '../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../platform/work-queue/effects-worker.ts';
import type { WorkParts } from '../platform/work-queue/transact.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** About three days: a text that is on its way, or a recording that goes on, cannot be removed yet. */
const MOST_TRIES = 80;

export async function forgetAtProvider(
  { db, clock, telephony, log }: WorkParts & { readonly telephony: Telephony },
  { id, attempts }: EffectRow,
  { kind, sid }: EffectOf<'forgetRecording'> | EffectOf<'forgetText'>,
): Promise<EffectResult> {
  const outcome = await (kind === 'forgetText' ? telephony.removeText(sid) : telephony.removeRecording(sid));
  if (outcome.ok || outcome.kind === 'gone') {
    const gone = { provider_removed_at: new Date(clock.now()) };
    if (kind === 'forgetRecording')
      await db.update(recordings).set(gone).where(eq(recordings.provider_sid, sid));
    return DONE;
  }
  if (attempts >= MOST_TRIES) {
    log.error({ effect: id, sid, reason: outcome.message }, 'not erased at the provider');
    return { type: 'givenUp', error: outcome.message };
  }
  const inMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, attempts - 1));
  return { type: 'again', inMs, error: `${outcome.kind}: ${outcome.message}` };
}
