/** How a leg is in its conference: held or not, whispering to whom; and what is said to it alone. */

import { eq } from 'drizzle-orm';
import { calls, legs } from '../../platform/database/schema.ts';
import type { Outcome } from '../../platform/telephony/telephony-outcome.ts';
import { DONE, type EffectOf, retryLater, toEffectResult } from '../../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import { callOf, conferenceName } from '../conversations.ts';
import { phaseOf } from '../core/call-lifecycle.ts';
import type { PerformParts } from './performing.ts';

/** A leg joins its conference a moment after it answered; one with an extension of 20 digits, after about 8 s. */
const MOST_LOOKS = 20;

/**
 * Brings a leg to what its row says: held or not, whispering to whom. Two of these may run at once for one leg; each
 * looks again when it is done, so that the last word is the newest row's.
 */
export async function arrange(
  parts: PerformParts,
  row: EffectRow,
  effect: EffectOf<'hold'> | EffectOf<'coach'>,
): Promise<EffectResult> {
  const { kind, legId } = effect;
  const conference = await conferenceOf(parts, row.callId);
  if (!conference.ok) return retryLater(row, conference);
  if (conference.value === null) return row.attempts < MOST_LOOKS ? notYet(row) : DONE;
  const wanted = async () => {
    const [leg] = await parts.db.select().from(legs).where(eq(legs.id, legId));
    if (!leg?.provider_sid || leg.ended_at !== null) return null;
    return { sid: leg.provider_sid, is: kind === 'hold' ? leg.held : leg.coaches };
  };
  for (let want = await wanted(); want !== null; ) {
    const { sid, is } = want;
    const outcome =
      typeof is === 'boolean'
        ? await parts.telephony.hold(conference.value, sid, is ? parts.urls.wait('music') : null)
        : await parts.telephony.coach(conference.value, sid, is);
    if (!outcome.ok) {
      // Not in the conference yet; or the coached one is not, or is still held.
      const early = outcome.kind === 'gone' || COACHED_NOT_THERE.has(outcome.code ?? 0);
      if (early) return row.attempts < MOST_LOOKS ? notYet(row) : DONE;
      return toEffectResult(row, outcome);
    }
    const now = await wanted();
    if (now === null || now.is === is) return DONE;
    want = now;
  }
  return DONE;
}

/** Said to one leg alone; the others talk on. */
export async function announce(
  parts: PerformParts,
  row: EffectRow,
  { legId }: EffectOf<'announce'>,
): Promise<EffectResult> {
  const conference = await conferenceOf(parts, row.callId);
  if (!conference.ok) return retryLater(row, conference);
  if (conference.value === null) return row.attempts < MOST_LOOKS ? notYet(row) : DONE;
  const [leg] = await parts.db.select().from(legs).where(eq(legs.id, legId));
  if (!leg?.provider_sid || leg.ended_at !== null) return DONE;
  const outcome = await parts.telephony.announce(
    conference.value,
    leg.provider_sid,
    parts.urls.recordingAnnouncement,
  );
  if (!outcome.ok && outcome.kind === 'gone' && row.attempts < MOST_LOOKS) return notYet(row);
  return toEffectResult(row, outcome);
}

/** The provider's codes for a coached call that is held, and one that is not there. */
const COACHED_NOT_THERE = new Set([16_027, 16_028]);

function notYet(row: EffectRow): EffectResult {
  return { type: 'again', inMs: Math.min(1_000, 100 * row.attempts), error: 'not in the conference yet' };
}

/** null: there is none, or it is over. */
async function conferenceOf(parts: PerformParts, callId: number): Promise<Outcome<string | null>> {
  const [call] = await parts.db.select().from(calls).where(eq(calls.id, callId));
  if (!call || phaseOf(callOf(call)) === 'ended') return { ok: true, value: null };
  if (call.conference_sid !== null) return { ok: true, value: call.conference_sid };
  return parts.telephony.conferenceNamed(conferenceName(callId));
}
