import { eq } from 'drizzle-orm';
import { accounts, calls, callUsers, legs } from '../../platform/database/schema.ts';
import type { Outcome } from '../../platform/telephony/telephony-outcome.ts';
import { DONE, type EffectOf, retryLater, toEffectResult } from '../../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import { conferenceName, toCall } from '../conversations.ts';
import { phaseOf } from '../core/call-lifecycle.ts';
import type { EffectDeps } from './effect-deps.ts';

/** A leg joins its conference shortly after the answer; after an extension of 20 digits, about 8 s later. */
export const MAX_POLLS = 20;

const EVERYONE = 'everyone';

/**
 * Two updates may run for one leg at the same time. Each rereads the row afterwards, so the newest state is applied
 * last.
 */
export async function updateParticipant(
  deps: EffectDeps,
  row: EffectRow,
  effect: EffectOf<'hold'> | EffectOf<'coach'>,
): Promise<EffectResult> {
  const { kind, legId } = effect;
  const conference = await findConference(deps, row.callId);
  if (!conference.ok) return retryLater(row, conference);
  if (conference.value === null) return row.attempts < MAX_POLLS ? retrySoon(row) : DONE;
  const readDesired = async () => {
    const [row] = await deps.db
      .select({ leg: legs, type: callUsers.type })
      .from(legs)
      .leftJoin(callUsers, eq(callUsers.id, legs.call_user_id))
      .where(eq(legs.id, legId));
    if (!row?.leg.provider_sid || row.leg.ended_at !== null) return null;
    const { provider_sid: sid, held, coaches } = row.leg;
    return { sid, value: kind === 'hold' ? held : row.type === 'barge' ? EVERYONE : coaches };
  };
  for (let desired = await readDesired(); desired !== null; ) {
    const { sid, value } = desired;
    const outcome =
      typeof value === 'boolean'
        ? await deps.telephony.hold(conference.value, sid, value ? deps.urls.wait('music') : null)
        : value === EVERYONE
          ? await deps.telephony.speakToAll(conference.value, sid)
          : await deps.telephony.coach(conference.value, sid, value);
    if (!outcome.ok) {
      const isTooEarly = outcome.kind === 'gone' || COACHED_LEG_UNAVAILABLE.has(outcome.code ?? 0);
      if (isTooEarly)
        return row.attempts < MAX_POLLS ? retrySoon(row) : { type: 'givenUp', error: NOT_IN_CONFERENCE };
      return toEffectResult(row, outcome);
    }
    const latest = await readDesired();
    if (latest === null || latest.value === value) return DONE;
    desired = latest;
  }
  return DONE;
}

export async function playAnnouncement(
  deps: EffectDeps,
  row: EffectRow,
  { legId }: EffectOf<'announce'>,
): Promise<EffectResult> {
  const conference = await findConference(deps, row.callId);
  if (!conference.ok) return retryLater(row, conference);
  if (conference.value === null) return row.attempts < MAX_POLLS ? retrySoon(row) : DONE;
  const [leg] = await deps.db
    .select({ sid: legs.provider_sid, endedAt: legs.ended_at, language: accounts.language })
    .from(legs)
    .innerJoin(calls, eq(calls.id, legs.call_id))
    .innerJoin(accounts, eq(accounts.id, calls.account_id))
    .where(eq(legs.id, legId));
  if (!leg?.sid || leg.endedAt !== null) return DONE;
  const announcement = deps.urls.recordingAnnouncement(leg.language);
  const outcome = await deps.telephony.announce(conference.value, leg.sid, announcement);
  if (!outcome.ok && outcome.kind === 'gone' && row.attempts < MAX_POLLS) return retrySoon(row);
  return toEffectResult(row, outcome);
}

const NOT_IN_CONFERENCE = 'not in the conference yet';

/** The coached leg is on hold or not in the conference. */
const COACHED_LEG_UNAVAILABLE = new Set([16_027, 16_028]);

export function retrySoon(row: EffectRow): EffectResult {
  return { type: 'again', inMs: Math.min(1_000, 100 * row.attempts), error: NOT_IN_CONFERENCE };
}

export async function findConference(deps: EffectDeps, callId: number): Promise<Outcome<string | null>> {
  const [call] = await deps.db.select().from(calls).where(eq(calls.id, callId));
  if (!call || phaseOf(toCall(call)) === 'ended') return { ok: true, value: null };
  if (call.conference_sid !== null) return { ok: true, value: call.conference_sid };
  return deps.telephony.findConference(conferenceName(callId));
}
