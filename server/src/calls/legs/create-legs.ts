import { LEAD_ANSWER_TIMEOUT_S, RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { eq } from 'drizzle-orm';
import { isFinal } from '../../platform/core/leg-status.ts';
import { english } from '../../platform/core/sentences.ts';
import { calls, callUsers, legs } from '../../platform/database/schema.ts';
import type { ExpectedCall } from '../../platform/telephony/call-rate-limiter.ts';
import type { Outcome } from '../../platform/telephony/telephony-outcome.ts';
import type { WebhookUrls } from '../../platform/telephony/webhook-urls.ts';
import { ALREADY_MARKED, DONE, type EffectOf, retryLater } from '../../platform/work-queue/effect-result.ts';
import { type EffectRow, keepsClaim } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import { findPhoneIdentity } from '../../presence/open-phones.ts';
import { applyEvents, type TransitionDeps } from '../call-transitions.ts';
import { conferenceName, toCall, toCallUser, toLeg } from '../conversations.ts';
import { phaseOf } from '../core/call-lifecycle.ts';
import { isRinging } from '../core/call-user.ts';
import type { ConversationEvent } from '../core/conversation/conversation.ts';
import { isAwaited } from '../core/parties.ts';
import { digitsAfterAnswer, joinConference } from '../core/twiml/twiml.ts';
import type { EffectDeps } from './effect-deps.ts';

export function createRingLeg(
  deps: EffectDeps,
  row: EffectRow,
  effect: EffectOf<'ring'>,
): Promise<EffectResult> {
  const { legId, ownNumber } = effect;
  return withExpectedCall(deps, row, async (call) => {
    if (ownNumber !== undefined)
      return createLeg(deps, row, call, legId, ownNumber, () => ringNumber(deps, row, effect, ownNumber));
    const identity = await findPhoneIdentity(deps, effect.userId);
    if (identity === null) return failLeg(deps, row, legId, english({ id: 'callReason.phoneClosed' }));
    const request = () => ringClient(deps, row, effect, identity);
    return createLeg(deps, row, call, legId, `client:${identity}`, request);
  });
}

export function createLeadLeg(
  deps: EffectDeps,
  row: EffectRow,
  effect: EffectOf<'dial'>,
): Promise<EffectResult> {
  return withExpectedCall(deps, row, (call) =>
    createLeg(deps, row, call, effect.legId, effect.to, () => dial(deps, row, effect)),
  );
}

async function withExpectedCall(
  { callRateLimiter }: EffectDeps,
  { callId }: EffectRow,
  create: (call: ExpectedCall) => Promise<EffectResult>,
): Promise<EffectResult> {
  const call = callRateLimiter.expect(callId);
  try {
    return await create(call);
  } finally {
    call.end();
  }
}

async function createLeg(
  deps: EffectDeps,
  row: EffectRow,
  call: ExpectedCall,
  legId: number,
  address: string,
  request: () => Promise<Outcome<string>>,
): Promise<EffectResult> {
  const markCreated = (sid: string): Promise<unknown> =>
    applyEvents(
      deps,
      row.callId,
      [{ type: 'leg', legId, event: { type: 'created', sid, at: deps.clock.now() } }],
      row.id,
    );
  if (row.attempts > 1) {
    if (!(await isStillNeeded(deps, legId))) return DONE;
    const found = await findExistingCall(deps, row, address);
    if (!found.ok) return retryLater(row, found);
    if (found.value !== null) {
      await markCreated(found.value);
      return ALREADY_MARKED;
    }
  }
  // This process is shutting down; another one will create the leg.
  if (!(await call.acquire())) return { type: 'again', inMs: 0, error: 'the process is shutting down' };
  if (call.hasWaited() && !(await isStillNeeded(deps, legId))) {
    deps.callRateLimiter.giveBack();
    return DONE;
  }
  if (!(await keepsClaim(deps.db, row, deps.worker.process, deps.clock.now()))) {
    deps.callRateLimiter.giveBack();
    deps.log.warn({ call: row.callId, leg: legId }, 'another process has taken over creating a leg');
    return ALREADY_MARKED;
  }
  const outcome = await request();
  if (outcome.ok) {
    await markCreated(outcome.value);
    return ALREADY_MARKED;
  }
  if (outcome.kind !== 'refused' && outcome.kind !== 'gone') return retryLater(row, outcome);
  deps.log.warn(
    { call: row.callId, leg: legId, code: outcome.code, reason: outcome.message },
    'leg rejected',
  );
  return failLeg(deps, row, legId, english({ id: 'callReason.providerRefused' }));
}

async function failLeg(
  deps: EffectDeps,
  row: EffectRow,
  legId: number,
  reason: string,
): Promise<EffectResult> {
  const event: ConversationEvent = { type: 'legRejected', legId, reason, at: deps.clock.now() };
  await applyEvents(deps, row.callId, [event], row.id);
  return ALREADY_MARKED;
}

async function isStillNeeded({ db }: TransitionDeps, legId: number): Promise<boolean> {
  const [row] = await db
    .select({ leg: legs, callUser: callUsers, call: calls })
    .from(legs)
    .innerJoin(calls, eq(calls.id, legs.call_id))
    .leftJoin(callUsers, eq(callUsers.id, legs.call_user_id))
    .where(eq(legs.id, legId));
  if (!row) return false;
  const leg = toLeg(row.leg);
  const phase = phaseOf(toCall(row.call));
  if (leg.sid !== null || isFinal(leg.status) || phase === 'ended') return false;
  if (row.callUser === null) return true;
  const callUser = toCallUser(row.callUser);
  return isRinging(callUser) || isAwaited(callUser);
}

const CLOCK_SKEW_MS = 5_000;

/** Finds a call created since the effect was scheduled that isn't one of our legs yet. */
async function findExistingCall(
  { db, telephony }: EffectDeps,
  row: EffectRow,
  address: string,
): Promise<Outcome<string | null>> {
  const found = await telephony.callsTo(address);
  if (!found.ok) return found;
  const { effect } = row;
  const marker = effect.kind === 'ring' ? `call_user_id=${effect.callUserId}` : null;
  for (const call of found.value) {
    if (call.createdAt !== null && call.createdAt < row.createdAt - CLOCK_SKEW_MS) continue;
    const query = call.to.split('?')[1];
    if (query !== undefined && marker !== null && !query.split('&').includes(marker)) continue;
    const [known] = await db.select({ id: legs.id }).from(legs).where(eq(legs.provider_sid, call.sid));
    if (!known) return { ok: true, value: call.sid };
  }
  return { ok: true, value: null };
}

function ringClient(
  { telephony, urls }: EffectDeps,
  row: EffectRow,
  { callUserId, legId, from }: EffectOf<'ring'>,
  identity: string,
): Promise<Outcome<string>> {
  const ids = { callId: row.callId, callUserId, legId };
  return telephony.ring({
    ...commonOptions(urls, ids, from),
    identity,
    callUserId,
    url: urls.offer(ids),
  });
}

function ringNumber(
  { telephony, urls }: EffectDeps,
  row: EffectRow,
  { callUserId, legId, from }: EffectOf<'ring'>,
  number: string,
): Promise<Outcome<string>> {
  const ids = { callId: row.callId, callUserId, legId };
  return telephony.ringExternalPhone({
    ...commonOptions(urls, ids, from),
    number,
    url: urls.externalPhone(ids),
  });
}

function commonOptions(
  urls: WebhookUrls,
  { callId, legId }: { readonly callId: number; readonly legId: number },
  from: string,
) {
  return { from, statusCallback: urls.leg(callId, legId), timeoutSeconds: RING_TIMEOUT_MS / 1000 };
}

/**
 * An extension's digits must be sent before the leg joins the conference. The provider supports that for calls only,
 * not for participants.
 */
function dial(
  { telephony, urls }: EffectDeps,
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
