import { eq } from 'drizzle-orm';
import { legs } from '../../platform/database/schema.ts';
import {
  ALREADY_MARKED,
  DONE,
  type EffectOf,
  retryLater,
  toEffectResult,
} from '../../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import { applyEvents } from '../call-transitions.ts';
import type { ConversationEvent } from '../core/conversation/conversation.ts';
import type { EffectDeps } from './effect-deps.ts';
import { findConference } from './update-participants.ts';

/** The leg is connected, but its join wasn't reported: the report was lost, or the lead hears silence. */
export async function verifyJoin(
  deps: EffectDeps,
  row: EffectRow,
  { legId }: EffectOf<'joinLimit'>,
): Promise<EffectResult> {
  const { db, clock, log, telephony } = deps;
  const [leg] = await db.select().from(legs).where(eq(legs.id, legId));
  const sid = leg?.provider_sid ?? null;
  if (!leg || sid === null || leg.joined_at !== null || leg.ended_at !== null) return DONE;
  const conference = await findConference(deps, row.callId);
  if (!conference.ok) return retryLater(row, conference);
  const found = conference.value === null ? null : await telephony.isInConference(conference.value, sid);
  if (found?.ok === false && found.kind !== 'gone') return toEffectResult(row, found);
  const at = clock.now();
  const hasJoined = found?.ok === true && found.value;
  const event: ConversationEvent = hasJoined
    ? { type: 'leg', legId, event: { type: 'joined', sid, at } }
    : { type: 'neverJoined', legId, at };
  log.warn({ call: row.callId, leg: legId, hasJoined }, 'no report that the phone has joined');
  await applyEvents(deps, row.callId, [event], row.id);
  return ALREADY_MARKED;
}
