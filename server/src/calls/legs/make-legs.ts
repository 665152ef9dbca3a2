/** Legs that the provider is asked to make. From the second try on it looks first whether it has it already. */

import { LEAD_ANSWER_TIMEOUT_S, RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { eq } from 'drizzle-orm';
import { isFinal } from '../../platform/core/leg-status.ts';
import { calls, callUsers, legs } from '../../platform/database/schema.ts';
import type { Outcome } from '../../platform/telephony/telephony-outcome.ts';
import type { WebhookUrls } from '../../platform/telephony/webhook-urls.ts';
import { ALREADY_MARKED, DONE, type EffectOf, retryLater } from '../../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import { phoneOf } from '../../presence/open-phones.ts';
import { applyEvents, type StepParts } from '../call-steps.ts';
import { callOf, callUserOf, conferenceName, legOf } from '../conversations.ts';
import { phaseOf } from '../core/call-lifecycle.ts';
import { isRinging } from '../core/call-user.ts';
import type { ConversationEvent } from '../core/conversation/conversation.ts';
import { isAwaited } from '../core/parties.ts';
import { digitsAfterAnswer, joinConference } from '../core/twiml.ts';
import type { PerformParts } from './performing.ts';

export async function makeRing(
  parts: PerformParts,
  row: EffectRow,
  effect: EffectOf<'ring'>,
): Promise<EffectResult> {
  const { legId, ownNumber } = effect;
  if (ownNumber !== undefined)
    return create(parts, row, legId, ownNumber, () => ringNumber(parts, row, effect, ownNumber));
  const identity = await phoneOf(parts, effect.userId);
  if (identity === null) return notMade(parts, row, legId, 'The phone was closed');
  return create(parts, row, legId, `client:${identity}`, () => ringClient(parts, row, effect, identity));
}

export function makeDial(
  parts: PerformParts,
  row: EffectRow,
  effect: EffectOf<'dial'>,
): Promise<EffectResult> {
  return create(parts, row, effect.legId, effect.to, () => dial(parts, row, effect));
}

/** From the second try on it looks first: at what it was made for, and whether the provider has it already. */
async function create(
  parts: PerformParts,
  row: EffectRow,
  legId: number,
  address: string,
  request: () => Promise<Outcome<string>>,
): Promise<EffectResult> {
  const created = (sid: string): Promise<unknown> =>
    applyEvents(
      parts,
      row.callId,
      [{ type: 'leg', legId, event: { type: 'created', sid, at: parts.clock.now() } }],
      row.id,
    );
  if (row.attempts > 1) {
    if (!(await isStillToBeMade(parts, legId))) return DONE;
    const found = await lookUp(parts, row, address);
    if (!found.ok) return retryLater(row, found);
    if (found.value !== null) {
      await created(found.value);
      return ALREADY_MARKED;
    }
  }
  // Another process makes it.
  if (!(await parts.budget.acquire(row.callId)))
    return { type: 'again', inMs: 0, error: 'The process ended.' };
  const outcome = await request();
  if (outcome.ok) {
    await created(outcome.value);
    return ALREADY_MARKED;
  }
  if (outcome.kind !== 'refused' && outcome.kind !== 'gone') return retryLater(row, outcome);
  parts.log.warn(
    { call: row.callId, leg: legId, code: outcome.code, reason: outcome.message },
    'leg refused',
  );
  return notMade(parts, row, legId, 'The telephony provider refused the call');
}

async function notMade(
  parts: PerformParts,
  row: EffectRow,
  legId: number,
  reason: string,
): Promise<EffectResult> {
  const event: ConversationEvent = { type: 'legRefused', legId, reason, at: parts.clock.now() };
  await applyEvents(parts, row.callId, [event], row.id);
  return ALREADY_MARKED;
}

/** Whether the leg has still to be made. */
async function isStillToBeMade({ db }: StepParts, legId: number): Promise<boolean> {
  const [row] = await db
    .select({ leg: legs, callUser: callUsers, call: calls })
    .from(legs)
    .innerJoin(calls, eq(calls.id, legs.call_id))
    .leftJoin(callUsers, eq(callUsers.id, legs.call_user_id))
    .where(eq(legs.id, legId));
  if (!row) return false;
  const leg = legOf(row.leg);
  const phase = phaseOf(callOf(row.call));
  if (leg.sid !== null || isFinal(leg.status) || phase === 'ended') return false;
  if (row.callUser === null) return true;
  const callUser = callUserOf(row.callUser);
  return isRinging(callUser) || isAwaited(callUser);
}

/** The provider's clock and ours may differ by this much. */
const CLOCK_SKEW_MS = 5_000;

/** A call to this address, made since the effect was ordered, that is no leg of ours yet. */
async function lookUp(
  { db, telephony }: PerformParts,
  row: EffectRow,
  address: string,
): Promise<Outcome<string | null>> {
  const found = await telephony.callsTo(address);
  if (!found.ok) return found;
  const { effect } = row;
  const mark = effect.kind === 'ring' ? `call_user_id=${effect.callUserId}` : null;
  for (const call of found.value) {
    if (call.createdAt !== null && call.createdAt < row.createdAt - CLOCK_SKEW_MS) continue;
    const query = call.to.split('?')[1];
    if (query !== undefined && mark !== null && !query.split('&').includes(mark)) continue;
    const [known] = await db.select({ id: legs.id }).from(legs).where(eq(legs.provider_sid, call.sid));
    if (!known) return { ok: true, value: call.sid };
  }
  return { ok: true, value: null };
}

function ringClient(
  { telephony, urls }: PerformParts,
  row: EffectRow,
  { callUserId, legId, from }: EffectOf<'ring'>,
  identity: string,
): Promise<Outcome<string>> {
  const ids = { callId: row.callId, callUserId, legId };
  return telephony.ring({
    ...inCommon(urls, ids, from),
    identity,
    callUserId,
    url: urls.offer(ids),
  });
}

function ringNumber(
  { telephony, urls }: PerformParts,
  row: EffectRow,
  { callUserId, legId, from }: EffectOf<'ring'>,
  number: string,
): Promise<Outcome<string>> {
  const ids = { callId: row.callId, callUserId, legId };
  return telephony.ringExternalPhone({ ...inCommon(urls, ids, from), number, url: urls.externalPhone(ids) });
}

function inCommon(
  urls: WebhookUrls,
  { callId, legId }: { readonly callId: number; readonly legId: number },
  from: string,
) {
  return { from, statusCallback: urls.leg(callId, legId), timeoutSeconds: RING_TIMEOUT_MS / 1000 };
}

/**
 * The provider sends the extension after the answer, then the leg joins the conference. It supports this for calls, not for participants.
 */
function dial(
  { telephony, urls }: PerformParts,
  row: EffectRow,
  effect: EffectOf<'dial'>,
): Promise<Outcome<string>> {
  if (effect.extension !== undefined) {
    const twiml = joinConference({
      conference: conferenceName(row.callId),
      waitUrl: urls.wait('music'),
      statusCallback: urls.conference(row.callId),
      recordingCallback: null,
    });
    return telephony.dialExtension({
      from: effect.from,
      to: effect.to,
      digits: digitsAfterAnswer(effect.extension),
      twiml,
      timeoutSeconds: LEAD_ANSWER_TIMEOUT_S,
      statusCallback: urls.leg(row.callId, effect.legId),
    });
  }
  return telephony.dial({
    conference: conferenceName(row.callId),
    label: `leg-${effect.legId}`,
    from: effect.from,
    to: effect.to,
    timeoutSeconds: LEAD_ANSWER_TIMEOUT_S,
    waitUrl: urls.wait('music'),
    detectionCallback: urls.answeredBy(row.callId, effect.legId),
    statusCallback: urls.leg(row.callId, effect.legId),
    conferenceCallback: urls.conference(row.callId),
  });
}
