/** What each effect does in the world. A row may come twice: whatever creates looks first whether it was created. */

import { voiceIdentity } from '@offhook/contract/entities';
import { LEAD_ANSWER_TIMEOUT_S, RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { eq } from 'drizzle-orm';
import type { Telephony } from '../adapters/telephony.ts';
import type { Failure, Outcome } from '../adapters/telephony-outcome.ts';
import { phaseOf } from '../core/call-lifecycle.ts';
import { isRinging } from '../core/call-user.ts';
import type { ConversationEvent } from '../core/conversation.ts';
import { isFinal } from '../core/leg.ts';
import { isAwaited } from '../core/parties.ts';
import { playThenHangUp, sayThenHangUp } from '../core/twiml.ts';
import { calls, callUsers, legs, presence, users } from '../store/schema.ts';
import { offerToAsker } from './asked-calls.ts';
import { applyEvents, type StepParts } from './call-steps.ts';
import { callOf, callUserOf, conferenceName, legOf } from './conversations.ts';
import type { CreationBudget } from './creation-budget.ts';
import type { EffectRow, StoredEffect } from './effect-rows.ts';
import { backOff, type Performed } from './effects-worker.ts';
import { sendText } from './messages.ts';
import type { RecordingsIntake } from './recordings-intake.ts';
import type { WebhookUrls } from './webhook-urls.ts';

export interface PerformParts extends StepParts {
  readonly telephony: Telephony;
  readonly urls: WebhookUrls;
  readonly budget: CreationBudget;
  readonly recordings: RecordingsIntake;
}

const APOLOGY = 'We are sorry. Nobody can take your call right now. Please try again later.';
/** After this many tries an ending that the provider does not take is left to the comparison with it. */
const MOST_TRIES = 30;

const DONE: Performed = { type: 'done' };
const MARKED: Performed = { type: 'marked' };

type Of<K extends StoredEffect['kind']> = Extract<StoredEffect, { kind: K }>;

export async function performEffect(parts: PerformParts, row: EffectRow): Promise<Performed> {
  const { effect } = row;
  const now = parts.clock.now();
  switch (effect.kind) {
    case 'ring':
      return create(parts, row, effect.legId, `client:${voiceIdentity(effect.userId)}`, () =>
        ring(parts, row, effect),
      );
    case 'dial':
      return create(parts, row, effect.legId, effect.to, () => dial(parts, row, effect));
    case 'withdraw':
      return withdraw(parts, row, effect);
    case 'endLeg':
      return withSid(parts, row, effect.legId, (sid) => parts.telephony.end(sid));
    case 'endSid':
      return concluded(row, await parts.telephony.end(effect.sid));
    case 'toneAndEnd':
      return withSid(parts, row, effect.legId, (sid) =>
        parts.telephony.redirect(sid, playThenHangUp(parts.urls.sound('failed'))),
      );
    case 'apologise':
      return withSid(parts, row, effect.legId, (sid) =>
        parts.telephony.redirect(sid, sayThenHangUp(APOLOGY)),
      );
    case 'hold':
    case 'coach':
      return arrange(parts, row, effect);
    case 'ringTimeout':
      return timedOut(parts, row, { type: 'ringTimedOut', callUserId: effect.callUserId, at: now });
    case 'acknowledgeTimeout':
      return timedOut(parts, row, { type: 'acknowledgeTimedOut', callUserId: effect.callUserId, at: now });
    case 'resumeTimeout':
      return timedOut(parts, row, {
        type: 'resumeTimedOut',
        callUserId: effect.callUserId,
        vanishedAt: effect.vanishedAt,
        at: now,
      });
    case 'handOver':
      return timedOut(parts, row, { type: 'handOverDue', callUserId: effect.callUserId, at: now });
    case 'wordCheck':
      return checkWord(parts, row, effect);
    case 'verifyLeg':
      return verifyLeg(parts, row, effect);
    case 'sendText':
      return sendText(parts, row, effect.messageId);
    case 'offerToAsker':
      return offerToAsker(parts, row);
    case 'fetchRecording':
      return parts.recordings.fetch(effect.recordingId, effect.sid, row.attempts);
    default:
      return effect satisfies never;
  }
}

async function timedOut(parts: StepParts, row: EffectRow, event: ConversationEvent): Promise<Performed> {
  await applyEvents(parts, row.callId, [event], row.id);
  return MARKED;
}

// ── creating ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** From the second try on it looks first: at what it was made for, and whether the provider has it already. */
async function create(
  parts: PerformParts,
  row: EffectRow,
  legId: number,
  address: string,
  request: () => Promise<Outcome<string>>,
): Promise<Performed> {
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
    if (!found.ok) return again(row, found);
    if (found.value !== null) {
      await created(found.value);
      return MARKED;
    }
  }
  await parts.budget.take(row.callId);
  const outcome = await request();
  if (outcome.ok) {
    await created(outcome.value);
    return MARKED;
  }
  if (outcome.kind !== 'refused' && outcome.kind !== 'gone') return again(row, outcome);
  parts.log.warn(
    { call: row.callId, leg: legId, code: outcome.code, reason: outcome.message },
    'leg refused',
  );
  const reason = 'The telephony provider refused the call';
  const event: ConversationEvent = { type: 'legRefused', legId, reason, at: parts.clock.now() };
  await applyEvents(parts, row.callId, [event], row.id);
  return MARKED;
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

function ring(
  { telephony, urls }: PerformParts,
  row: EffectRow,
  effect: Of<'ring'>,
): Promise<Outcome<string>> {
  const { legId, callUserId, userId, from } = effect;
  return telephony.ring({
    identity: voiceIdentity(userId),
    callUserId,
    from,
    url: urls.offer({ callId: row.callId, callUserId, legId }),
    statusCallback: urls.leg(row.callId, legId),
    timeoutSeconds: RING_TIMEOUT_MS / 1000,
  });
}

function dial(
  { telephony, urls }: PerformParts,
  row: EffectRow,
  effect: Of<'dial'>,
): Promise<Outcome<string>> {
  return telephony.dial({
    conference: conferenceName(row.callId),
    label: `leg-${effect.legId}`,
    from: effect.from,
    to: effect.to,
    timeoutSeconds: LEAD_ANSWER_TIMEOUT_S,
    waitUrl: urls.wait('music'),
    statusCallback: urls.leg(row.callId, effect.legId),
    conferenceCallback: urls.conference(row.callId),
  });
}

// ── changing what is there ──────────────────────────────────────────────────────────────────────────────────────────

/** Does something to a leg. One without a name was never made, or its making ends it when it hears of the end. */
async function withSid(
  parts: PerformParts,
  row: EffectRow,
  legId: number,
  request: (sid: string) => Promise<Outcome<void>>,
): Promise<Performed> {
  const [leg] = await parts.db.select().from(legs).where(eq(legs.id, legId));
  if (!leg?.provider_sid || leg.ended_at !== null) return DONE;
  return concluded(row, await request(leg.provider_sid));
}

function concluded(row: EffectRow, outcome: Outcome<void>): Performed {
  if (outcome.ok || outcome.kind === 'gone') return DONE;
  if (outcome.kind === 'refused' || row.attempts >= MOST_TRIES)
    return { type: 'givenUp', error: outcome.message };
  return again(row, outcome);
}

function again(row: EffectRow, { kind, message }: Failure): Performed {
  return { type: 'again', inMs: backOff(row.attempts), error: `${kind}: ${message}` };
}

/** The phone falls silent by the message; the end of the leg must not reach it before. */
async function withdraw(parts: PerformParts, row: EffectRow, effect: Of<'withdraw'>): Promise<Performed> {
  if (row.attempts === 1) {
    const by = effect.by === null ? null : await nameOf(parts, effect.by);
    await parts.realtime.withdrawn(effect.userId, { call_user_id: effect.callUserId, by });
  }
  if (effect.legId === null) return DONE;
  return withSid(parts, row, effect.legId, (sid) => parts.telephony.end(sid));
}

async function nameOf({ db }: StepParts, userId: number): Promise<string | null> {
  const [row] = await db.select({ name: users.full_name }).from(users).where(eq(users.id, userId));
  return row?.name ?? null;
}

/** A leg that was just answered is in the conference a moment later. */
const MOST_LOOKS = 12;

/**
 * Brings a leg to what its row says: held or not, whispering to whom. Two of these may run at once for one leg; each
 * looks again when it is done, so that the last word is the newest row's.
 */
async function arrange(
  parts: PerformParts,
  row: EffectRow,
  effect: Of<'hold'> | Of<'coach'>,
): Promise<Performed> {
  const { kind, legId } = effect;
  const conference = await conferenceOf(parts, row.callId);
  if (!conference.ok) return again(row, conference);
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
      return concluded(row, outcome);
    }
    const now = await wanted();
    if (now === null || now.is === is) return DONE;
    want = now;
  }
  return DONE;
}

/** The provider's codes for a coached call that is held, and one that is not there. */
const COACHED_NOT_THERE = new Set([16_027, 16_028]);

function notYet(row: EffectRow): Performed {
  return { type: 'again', inMs: Math.min(1_000, 100 * row.attempts), error: 'not in the conference yet' };
}

/** null: there is none, or it is over. */
async function conferenceOf(parts: PerformParts, callId: number): Promise<Outcome<string | null>> {
  const [call] = await parts.db.select().from(calls).where(eq(calls.id, callId));
  if (!call || phaseOf(callOf(call)) === 'ended') return { ok: true, value: null };
  if (call.conference_sid !== null) return { ok: true, value: call.conference_sid };
  return parts.telephony.conferenceNamed(conferenceName(callId));
}

// ── asking ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The phone that had the call and still reports, but no call: its 'Hang Up' got lost. */
async function checkWord(parts: PerformParts, row: EffectRow, effect: Of<'wordCheck'>): Promise<Performed> {
  const [found] = await parts.db
    .select({ phone: callUsers.phone_id, presence, vanishedAt: callUsers.vanished_at })
    .from(callUsers)
    .innerJoin(presence, eq(presence.user_id, callUsers.user_id))
    .where(eq(callUsers.id, effect.callUserId));
  if (!found?.vanishedAt || found.presence.phone_id !== found.phone) return DONE;
  if (found.presence.state === 'oncall' || found.presence.renewed_at < found.vanishedAt) return DONE;
  return timedOut(parts, row, {
    type: 'phoneOffCall',
    callUserId: effect.callUserId,
    at: parts.clock.now(),
  });
}

/** A leg that the provider made by itself: its end may have been reported before we knew of it. */
async function verifyLeg(parts: PerformParts, row: EffectRow, effect: Of<'verifyLeg'>): Promise<Performed> {
  const [leg] = await parts.db.select().from(legs).where(eq(legs.id, effect.legId));
  if (!leg?.provider_sid || leg.ended_at !== null) return DONE;
  const found = await parts.telephony.call(leg.provider_sid);
  if (!found.ok) return found.kind === 'gone' ? DONE : again(row, found);
  const { status, seconds, endedAt, sid } = found.value;
  if (!isFinal(status)) return DONE;
  const at = endedAt ?? parts.clock.now();
  const event: ConversationEvent = {
    type: 'leg',
    legId: effect.legId,
    event: { type: 'reported', sid, status, at, seconds },
  };
  await applyEvents(parts, row.callId, [event], row.id);
  return MARKED;
}
