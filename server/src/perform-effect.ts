/** An effect may run twice: everything that creates something first checks whether it exists. */

import { eq } from 'drizzle-orm';
import type { Words } from './accounts/core/greeting.ts';
import { applyEvents, type TransitionParts } from './calls/call-transitions.ts';
import type { ConversationEvent } from './calls/core/conversation/conversation.ts';
import { goodbyePrompt } from './calls/core/external-phone.ts';
import { playThenHangUp, sayThenHangUp } from './calls/core/twiml.ts';
import { createLeadLeg, createRingLeg } from './calls/legs/create-legs.ts';
import { type EffectParts, updateLiveLeg } from './calls/legs/effect-parts.ts';
import { playAnnouncement, updateParticipant } from './calls/legs/update-participants.ts';
import { settleResult } from './calls/results/disposition.ts';
import { readUserName } from './calls/rings/answer-ring.ts';
import { closePhone } from './calls/rings/close-phone.ts';
import { checkPhoneReport } from './calls/rings/resume.ts';
import { redirectToVoicemail } from './calls/voicemail/voicemail.ts';
import { offerToRequester } from './intake/requested-calls.ts';
import { sendText } from './messages/messages.ts';
import { isFinal } from './platform/core/leg-status.ts';
import { accounts, calls, callUsers, legs } from './platform/database/schema.ts';
import {
  ALREADY_MARKED,
  DONE,
  type EffectOf,
  retryLater,
  toEffectResult,
} from './platform/work-queue/effect-result.ts';
import type { EffectRow } from './platform/work-queue/effect-rows.ts';
import type { EffectResult } from './platform/work-queue/effects-worker.ts';
import { closeConnections } from './presence/open-phones.ts';
import { moveRecordings } from './recordings/move-recordings.ts';
import { removeAtProvider } from './recordings/remove-at-provider.ts';
import { removeFile } from './recordings/remove-files.ts';

export async function performEffect(parts: EffectParts, row: EffectRow): Promise<EffectResult> {
  const { effect } = row;
  const now = parts.clock.now();
  switch (effect.kind) {
    case 'ring':
      return createRingLeg(parts, row, effect);
    case 'dial':
      return createLeadLeg(parts, row, effect);
    case 'forgetRecording':
    case 'forgetText':
      return removeAtProvider(parts, row, effect);
    case 'withdraw':
      return withdraw(parts, row, effect);
    case 'endLeg':
      return updateLiveLeg(parts, row, effect.legId, (sid) => parts.telephony.end(sid));
    case 'endSid':
      return toEffectResult(row, await parts.telephony.end(effect.sid));
    case 'toneAndEnd':
      return updateLiveLeg(parts, row, effect.legId, (sid) =>
        parts.telephony.redirect(sid, playThenHangUp(parts.urls.sound('failed'))),
      );
    case 'apologise':
    case 'takeMessage':
      return redirectToVoicemail(parts, row, effect);
    case 'announce':
      return playAnnouncement(parts, row, effect);
    case 'hold':
    case 'coach':
      return updateParticipant(parts, row, effect);
    case 'ringTimeout':
      return applyTimeout(parts, row, { type: 'ringTimedOut', callUserId: effect.callUserId, at: now });
    case 'acknowledgeTimeout':
      return applyTimeout(parts, row, {
        type: 'acknowledgeTimedOut',
        callUserId: effect.callUserId,
        at: now,
      });
    case 'resumeTimeout':
      return applyTimeout(parts, row, {
        type: 'resumeTimedOut',
        callUserId: effect.callUserId,
        vanishedAt: effect.vanishedAt,
        at: now,
      });
    case 'handOver':
      return applyTimeout(parts, row, { type: 'handOverDue', callUserId: effect.callUserId, at: now });
    case 'wordCheck':
      return checkPhoneReport(parts, row, effect);
    case 'verifyLeg':
      return verifyLeg(parts, row, effect);
    case 'settleResult':
      return settleResult(parts, row, effect);
    case 'sendText':
      return sendText(parts, row, effect.messageId);
    case 'offerToAsker':
      return offerToRequester(parts, row);
    case 'fetchRecording':
      return parts.recordings.fetch(effect.recordingId, effect.sid, row.attempts);
    case 'removeFile':
      return removeFile(parts, row, effect);
    case 'moveRecordings':
      return moveRecordings(parts, row);
    case 'closePhone':
      return closePhone(parts, row, effect);
    case 'closeConnections':
      return closeConnections(parts, row, effect);
    default:
      return effect satisfies never;
  }
}

async function applyTimeout(
  parts: TransitionParts,
  row: EffectRow,
  event: ConversationEvent,
): Promise<EffectResult> {
  await applyEvents(parts, row.callId, [event], row.id);
  return ALREADY_MARKED;
}

/** The realtime message stops the phone ringing, so it must arrive before the leg ends. */
async function withdraw(
  parts: EffectParts,
  row: EffectRow,
  effect: EffectOf<'withdraw'>,
): Promise<EffectResult> {
  if (row.attempts === 1) {
    const by = effect.by === null ? null : await readUserName(parts, effect.by);
    await parts.realtime.ringWithdrawn(effect.userId, { call_user_id: effect.callUserId, by });
  }
  if (effect.legId === null) return DONE;
  const goodbye = await goodbyeText(parts, effect);
  if (goodbye === 'said') return DONE;
  return updateLiveLeg(parts, row, effect.legId, (sid) =>
    goodbye === null ? parts.telephony.end(sid) : parts.telephony.redirect(sid, sayThenHangUp(goodbye)),
  );
}

/** Spoken to an agent who answered an external phone; null for other rings, 'said' if it was already spoken. */
async function goodbyeText(parts: EffectParts, effect: EffectOf<'withdraw'>): Promise<Words | 'said' | null> {
  const [row] = await parts.db
    .select({ callUser: callUsers, answeredAt: legs.answered_at, language: accounts.language })
    .from(callUsers)
    .innerJoin(calls, eq(calls.id, callUsers.call_id))
    .innerJoin(accounts, eq(accounts.id, calls.account_id))
    .innerJoin(legs, eq(legs.id, effect.legId ?? 0))
    .where(eq(callUsers.id, effect.callUserId));
  if (!row || row.callUser.own_number === null || row.answeredAt === null) return null;
  if (row.callUser.status === 'ignored') return 'said';
  const by = effect.by === null ? null : await readUserName(parts, effect.by);
  return goodbyePrompt(row.callUser.status, by, row.language);
}

/** The provider created this leg itself, so its end may have been reported before we knew about the leg. */
async function verifyLeg(
  parts: EffectParts,
  row: EffectRow,
  effect: EffectOf<'verifyLeg'>,
): Promise<EffectResult> {
  const [leg] = await parts.db.select().from(legs).where(eq(legs.id, effect.legId));
  if (!leg?.provider_sid || leg.ended_at !== null) return DONE;
  const found = await parts.telephony.call(leg.provider_sid);
  if (!found.ok) return found.kind === 'gone' ? DONE : retryLater(row, found);
  const { status, seconds, endedAt, sid } = found.value;
  if (!isFinal(status)) return DONE;
  const at = endedAt ?? parts.clock.now();
  const event: ConversationEvent = {
    type: 'leg',
    legId: effect.legId,
    event: { type: 'reported', sid, status, at, seconds },
  };
  await applyEvents(parts, row.callId, [event], row.id);
  return ALREADY_MARKED;
}
