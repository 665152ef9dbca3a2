/** An effect may run twice: everything that creates something first checks whether it exists. */

import { eq } from 'drizzle-orm';
import type { SpokenText } from './accounts/core/greeting.ts';
import {
  type SignInMailDeps,
  sendInvitation,
  sendPasswordReset,
} from './accounts/sign-in-links/send-sign-in-mail.ts';
import { applyEvents, type TransitionDeps } from './calls/call-transitions.ts';
import type { ConversationEvent } from './calls/core/conversation/conversation.ts';
import { goodbyePrompt } from './calls/core/external-phone.ts';
import { playThenHangUp, sayThenHangUp } from './calls/core/twiml/twiml.ts';
import { createLeadLeg, createRingLeg } from './calls/legs/create-legs.ts';
import { type EffectDeps, updateLiveLeg } from './calls/legs/effect-deps.ts';
import { playAnnouncement, updateParticipant } from './calls/legs/update-participants.ts';
import { updateRecording } from './calls/legs/update-recording.ts';
import { verifyJoin } from './calls/legs/verify-join.ts';
import { settleResult } from './calls/results/disposition.ts';
import { readUserName } from './calls/rings/answer-ring.ts';
import { closePhone } from './calls/rings/close-phone.ts';
import { checkPhoneReport } from './calls/rings/resume.ts';
import { redirectToVoicemail } from './calls/voicemail/voicemail.ts';
import { offerToRequester } from './intake/requested-calls.ts';
import { rescheduleCalls } from './leads/scheduled-calls/reschedule-calls.ts';
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
import { deleteFromProvider } from './recordings/delete-from-provider.ts';
import { moveRecordings } from './recordings/move-recordings.ts';
import { removeFile } from './recordings/remove-files.ts';
import { analyzeRecording } from './recordings/review/analyze-recording.ts';
import { type ReportMailDeps, sendReportMail } from './reports/mails/send-report-mail.ts';

export async function performEffect(
  deps: EffectDeps & SignInMailDeps & ReportMailDeps,
  row: EffectRow,
): Promise<EffectResult> {
  const { effect } = row;
  const now = deps.clock.now();
  switch (effect.kind) {
    case 'ring':
      return createRingLeg(deps, row, effect);
    case 'dial':
      return createLeadLeg(deps, row, effect);
    case 'forgetRecording':
    case 'forgetText':
      return deleteFromProvider(deps, row, effect);
    case 'withdraw':
      return withdraw(deps, row, effect);
    case 'withdrawRing':
      return applyTimeout(deps, row, { type: 'agentUnavailable', callUserId: effect.callUserId, at: now });
    case 'endLeg':
      return updateLiveLeg(deps, row, effect.legId, (sid) => deps.telephony.end(sid));
    case 'endSid':
      return toEffectResult(row, await deps.telephony.end(effect.sid));
    case 'toneAndEnd':
      return updateLiveLeg(deps, row, effect.legId, (sid) =>
        deps.telephony.redirect(sid, playThenHangUp(deps.urls.sound('failed'))),
      );
    case 'apologise':
    case 'takeMessage':
      return redirectToVoicemail(deps, row, effect);
    case 'announce':
      return playAnnouncement(deps, row, effect);
    case 'hold':
    case 'coach':
      return updateParticipant(deps, row, effect);
    case 'updateRecording':
      return updateRecording(deps, row);
    case 'pauseUnconfirmed':
      return applyTimeout(deps, row, { type: 'pauseUnconfirmed', since: effect.since, at: now });
    case 'pauseLimit':
      return applyTimeout(deps, row, { type: 'pauseLimitReached', since: effect.since, at: now });
    case 'parkTimeout':
      return applyTimeout(deps, row, { type: 'parkTimedOut', since: effect.since, at: now });
    case 'ringTimeout':
      return applyTimeout(deps, row, { type: 'ringTimedOut', callUserId: effect.callUserId, at: now });
    case 'acknowledgeTimeout':
      return applyTimeout(deps, row, {
        type: 'acknowledgementTimedOut',
        callUserId: effect.callUserId,
        at: now,
      });
    case 'resumeTimeout':
      return applyTimeout(deps, row, {
        type: 'resumeTimedOut',
        callUserId: effect.callUserId,
        disconnectedAt: effect.vanishedAt,
        at: now,
      });
    case 'handOver':
      return applyTimeout(deps, row, { type: 'handOverDue', callUserId: effect.callUserId, at: now });
    case 'joinLimit':
      return verifyJoin(deps, row, effect);
    case 'wordCheck':
      return checkPhoneReport(deps, row, effect);
    case 'verifyLeg':
      return verifyLeg(deps, row, effect);
    case 'settleResult':
      return settleResult(deps, row, effect);
    case 'sendText':
      return sendText(deps, row, effect.messageId);
    case 'offerToAsker':
      return offerToRequester(deps, row);
    case 'fetchRecording':
      return deps.recordings.fetch(effect.recordingId, effect.sid, row.attempts);
    case 'removeFile':
      return removeFile(deps, row, effect);
    case 'moveRecordings':
      return moveRecordings(deps, row);
    case 'analyzeRecording':
      return analyzeRecording(deps, row, effect);
    case 'closePhone':
      return closePhone(deps, row, effect);
    case 'closeConnections':
      return closeConnections(deps, row, effect);
    case 'sendInvitation':
      return sendInvitation(deps, row, effect);
    case 'sendPasswordReset':
      return sendPasswordReset(deps, row, effect);
    case 'rescheduleCalls':
      return rescheduleCalls(deps, effect);
    case 'sendReportMail':
      return sendReportMail(deps, row, effect);
    default:
      return effect satisfies never;
  }
}

async function applyTimeout(
  deps: TransitionDeps,
  row: EffectRow,
  event: ConversationEvent,
): Promise<EffectResult> {
  await applyEvents(deps, row.callId, [event], row.id);
  return ALREADY_MARKED;
}

/** The realtime message stops the phone ringing, so it must arrive before the leg ends. */
async function withdraw(
  deps: EffectDeps,
  row: EffectRow,
  effect: EffectOf<'withdraw'>,
): Promise<EffectResult> {
  if (row.attempts === 1) {
    const by = effect.by === null ? null : await readUserName(deps, effect.by);
    await deps.realtime.ringWithdrawn(effect.userId, { call_user_id: effect.callUserId, by });
  }
  if (effect.legId === null) return DONE;
  const goodbye = await findGoodbye(deps, effect);
  if (goodbye === 'alreadySpoken') return DONE;
  return updateLiveLeg(deps, row, effect.legId, (sid) =>
    goodbye === null ? deps.telephony.end(sid) : deps.telephony.redirect(sid, sayThenHangUp(goodbye)),
  );
}

/** Spoken to an agent who answered an external phone; null for other rings, 'alreadySpoken' if it was already spoken. */
async function findGoodbye(
  deps: EffectDeps,
  effect: EffectOf<'withdraw'>,
): Promise<SpokenText | 'alreadySpoken' | null> {
  const [row] = await deps.db
    .select({ callUser: callUsers, answeredAt: legs.answered_at, language: accounts.language })
    .from(callUsers)
    .innerJoin(calls, eq(calls.id, callUsers.call_id))
    .innerJoin(accounts, eq(accounts.id, calls.account_id))
    .innerJoin(legs, eq(legs.id, effect.legId ?? 0))
    .where(eq(callUsers.id, effect.callUserId));
  if (!row || row.callUser.own_number === null || row.answeredAt === null) return null;
  if (row.callUser.status === 'ignored') return 'alreadySpoken';
  const by = effect.by === null ? null : await readUserName(deps, effect.by);
  return goodbyePrompt(row.callUser.status, by, row.language);
}

/** The provider created this leg itself, so its end may have been reported before we knew about the leg. */
async function verifyLeg(
  deps: EffectDeps,
  row: EffectRow,
  effect: EffectOf<'verifyLeg'>,
): Promise<EffectResult> {
  const [leg] = await deps.db.select().from(legs).where(eq(legs.id, effect.legId));
  if (!leg?.provider_sid || leg.ended_at !== null) return DONE;
  const found = await deps.telephony.call(leg.provider_sid);
  if (!found.ok) return found.kind === 'gone' ? DONE : retryLater(row, found);
  const { status, seconds, endedAt, sid } = found.value;
  if (!isFinal(status)) return DONE;
  const at = endedAt ?? deps.clock.now();
  const event: ConversationEvent = {
    type: 'leg',
    legId: effect.legId,
    event: { type: 'reported', sid, status, at, seconds },
  };
  await applyEvents(deps, row.callId, [event], row.id);
  return ALREADY_MARKED;
}
