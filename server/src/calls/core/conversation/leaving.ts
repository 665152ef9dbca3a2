import { isParty } from '@offhook/contract/accounts/permissions';
import type { PhoneStateName } from '@offhook/contract/agent/phone-states';
import { RESUME_WINDOW_MS } from '@offhook/contract/limits';
import { isFinal } from '../../../platform/core/leg-status.ts';
import { english } from '../../../platform/core/sentences.ts';
import { phaseOf } from '../call-lifecycle.ts';
import { type CallUser, isRinging } from '../call-user.ts';
import { type Consultation, consultation, isPresent, isSupervision, partyLegs } from '../parties.ts';
import { applyCallEvent, updateCallForParties, withdrawAll } from './call-events.ts';
import { applyCallUserEvent, type Draft, endLegs, findCallUser, notifyInCall } from './draft.ts';
import { resumeAfterLeaving } from './recording-pause.ts';

/** A phone that still reports no call this long after its leg dropped has hung up. */
export const PHONE_REPORT_GRACE_MS = 2_000;

export interface PhoneReport {
  readonly phoneId: string | null;
  readonly state: PhoneStateName;
  readonly at: number;
}

/**
 * True if the phone reports that it isn't on a call, so its hang-up was lost. A report that has just arrived may have
 * crossed with the end of the leg, so it must be at least `PHONE_REPORT_GRACE_MS` newer. A report that is checked
 * after that time need only be newer than the end of the leg.
 */
export function reportsHangUp(
  { phoneId, disconnectedAt }: Pick<CallUser, 'phoneId' | 'disconnectedAt'>,
  report: PhoneReport,
  graceMs: number,
): boolean {
  if (disconnectedAt === null || report.phoneId !== phoneId || report.state === 'oncall') return false;
  return report.at - disconnectedAt >= graceMs;
}

export function markDisconnected(draft: Draft, callUser: CallUser, at: number): void {
  const { id: callUserId } = callUser;
  if (phaseOf(draft.call) === 'ended' || !isPresent(callUser)) return;
  applyCallUserEvent(draft, callUserId, { type: 'disconnected', at });
  draft.commands.push(
    { kind: 'wordCheck', callUserId, dueAt: at + PHONE_REPORT_GRACE_MS },
    { kind: 'resumeTimeout', callUserId, vanishedAt: at, dueAt: at + RESUME_WINDOW_MS },
  );
  updateCallForParties(draft, at);
}

export function expireResume(draft: Draft, callUserId: number, disconnectedAt: number, at: number): void {
  const callUser = findCallUser(draft, callUserId);
  if (callUser?.status !== 'accepted' || callUser.disconnectedAt !== disconnectedAt) return;
  const reason = english({ id: 'callReason.agentDidNotReturn' });
  if (callUserId === draft.call.claimedBy) applyCallEvent(draft, { type: 'agentLeft', reason, at });
  removeAgent(draft, callUser, at, reason);
}

export function ringReturnedPhone(draft: Draft, callUserId: number, legId: number, at: number): void {
  const callUser = findCallUser(draft, callUserId);
  const phase = phaseOf(draft.call);
  if (callUser?.status !== 'accepted' || phase === 'offering' || phase === 'ended') return;
  if (isPresent(callUser)) {
    markDisconnected(draft, callUser, at);
    for (const leg of draft.legs)
      if (leg.callUserId === callUserId && leg.id !== legId && !isFinal(leg.status))
        draft.commands.push({ kind: 'endLeg', legId: leg.id });
  }
  draft.commands.push({ kind: 'ring', legId, callUserId, userId: callUser.userId });
}

export function removeAgent(draft: Draft, callUser: CallUser, at: number, reason: string | null): void {
  if (phaseOf(draft.call) === 'ended') return;
  const consulting = consultation(draft);
  if (consulting?.agent.id === callUser.id) handOverToColleague(draft, consulting, at);
  applyCallUserEvent(draft, callUser.id, { type: 'ended', at });
  endLegs(draft, callUser);
  if (consulting?.colleague.id === callUser.id) notifyInCall(draft, consulting.agent, 'consultEnded');
  if (draft.call.heldBy === callUser.id) applyCallEvent(draft, { type: 'held', by: null, at });
  resumeAfterLeaving(draft, callUser.id, at);
  const pendingTransfers = draft.callUsers.filter(
    (ring) => isRinging(ring) && ring.type === 'transfer' && ring.invitedBy === callUser.id,
  );
  withdrawAll(draft, pendingTransfers, null, english({ id: 'callReason.callEnded' }), at);
  updateCallForParties(draft, at, reason);
  if (phaseOf(draft.call) !== 'ended' && draft.call.claimedBy === callUser.id) handOverToNext(draft, at);
}

/** Without a lead, the colleague never meets one. */
function handOverToColleague(draft: Draft, { agent, colleague }: Consultation, at: number): void {
  if (partyLegs(draft).length === 0) return;
  const { id: callUserId, userId } = colleague;
  applyCallUserEvent(draft, callUserId, { type: 'metLead', as: 'transfer', at });
  applyCallEvent(draft, { type: 'handedOver', from: agent.id, callUserId, userId, at });
}

/** The next handler is an agent in the conversation, or else a supervisor. */
function handOverToNext(draft: Draft, at: number): void {
  const from = draft.call.claimedBy;
  const others = draft.callUsers.filter(({ status, type }) => status === 'accepted' && isParty(type));
  const next = others.find(({ type }) => !isSupervision(type)) ?? others[0];
  if (next && from !== null)
    applyCallEvent(draft, { type: 'handedOver', from, callUserId: next.id, userId: null, at });
}
