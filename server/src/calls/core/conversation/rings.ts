import { RING_ACKNOWLEDGE_MS } from '@offhook/contract/limits';
import type { FinalLegStatus } from '../../../platform/core/leg-status.ts';
import { english } from '../../../platform/core/sentences.ts';
import { phaseOf } from '../call-lifecycle.ts';
import { type CallUser, type CallUserEvent, isRinging } from '../call-user.ts';
import type { Leg } from '../leg.ts';
import { isInvitation, isSupervision, partyLegs } from '../parties.ts';
import { applyCallEvent, withdraw, withdrawAll } from './call-events.ts';
import { applyCallUserEvent, type Draft, findCallUser, notifyAgent, notifyInCall } from './draft.ts';
import { ringOnForParked } from './hand-over/parking.ts';
import { notifyTransferMissed } from './hand-over/transfers.ts';

/** Runs after the welcome. Repeated provider requests change nothing. */
export function ringAgentsForCaller(draft: Draft, at: number): void {
  if (draft.call.type === 'inbound' && draft.callUsers.length === 0)
    applyCallEvent(draft, { type: 'ringsEnded', at });
}

export function expectAcknowledgement(draft: Draft, leg: Leg, ringsAt: number): void {
  const callUser = findCallUser(draft, leg.callUserId);
  if (!callUser || !isRinging(callUser) || callUser.acknowledgedAt !== null) return;
  // External phones don't acknowledge; the agent has to press a key.
  if (callUser.type === 'outbound' || callUser.externalNumber !== null) return;
  draft.commands.push({
    kind: 'acknowledgeTimeout',
    callUserId: callUser.id,
    legId: leg.id,
    dueAt: ringsAt + RING_ACKNOWLEDGE_MS,
  });
}

/** Other rings for the same purpose. Only one of them can win. */
export function competingRings(draft: Draft, callUser: CallUser): readonly CallUser[] {
  return draft.callUsers.filter((other) => {
    if (other.id === callUser.id || !isRinging(other)) return false;
    if (!isInvitation(callUser.type)) return !isInvitation(other.type);
    const { type, invitedBy } = callUser;
    return type === 'transfer' && other.type === type && other.invitedBy === invitedBy;
  });
}

export function endRing(draft: Draft, callUserId: number, event: CallUserEvent): void {
  const callUser = findCallUser(draft, callUserId);
  if (!callUser || !isRinging(callUser)) return;
  applyCallUserEvent(draft, callUserId, event);
  withdraw(draft, callUser, null);
  if (competingRings(draft, callUser).length > 0) return;
  const { type, at } = { type: callUser.type, at: event.at };
  if (type === 'outbound') {
    const reason = english({ id: 'callReason.phoneDidNotConnect' });
    applyCallEvent(draft, { type: 'noAgentLeft', status: 'canceled', reason, at });
  } else if (type === 'transfer') {
    notifyTransferMissed(draft, callUser);
    ringOnForParked(draft, at);
  } else if (type === 'conference') {
    handleConferenceRingEnded(draft, callUser, event.type === 'ignored' ? 'ignored' : 'no-answer', at);
  } else if (!isSupervision(type)) {
    applyCallEvent(draft, { type: 'ringsEnded', at });
  } else if (event.type === 'missed') {
    notifyAgent(draft, callUser, 'ownRingMissed');
  }
}

function handleConferenceRingEnded(
  draft: Draft,
  callUser: CallUser,
  status: 'no-answer' | 'ignored',
  at: number,
): void {
  if (callUser.id === draft.call.claimedBy) {
    if (status === 'no-answer') notifyAgent(draft, callUser, 'ownRingMissed');
    const reason = english({ id: 'callReason.phoneDidNotConnect' });
    applyCallEvent(draft, { type: 'noAgentLeft', status: 'canceled', reason, at });
    return;
  }
  const others = draft.callUsers.filter(
    (other) => other.id !== draft.call.claimedBy && (isRinging(other) || other.status === 'accepted'),
  );
  if (phaseOf(draft.call) === 'connecting' && draft.call.type === 'conference') {
    if (others.length === 0 && partyLegs(draft).length === 0)
      applyCallEvent(draft, { type: 'agentMissed', status, at });
  } else notifyInCall(draft, findCallUser(draft, callUser.invitedBy), 'conferenceMissed');
}

/** A conference between agents is over if no one else joined it. */
export function cancelInvitation(draft: Draft, by: number, at: number): void {
  const rings = draft.callUsers.filter(
    (ring) =>
      isRinging(ring) && ring.invitedBy === by && (ring.type === 'transfer' || ring.type === 'conference'),
  );
  const reason = english({ id: 'callReason.invitationCanceled' });
  withdrawAll(draft, rings, null, reason, at);
  if (rings.length === 0 || draft.call.type !== 'conference' || phaseOf(draft.call) !== 'connecting') return;
  const isAlone =
    partyLegs(draft).length === 0 &&
    draft.callUsers.every((one) => one.id === by || (!isRinging(one) && one.status !== 'accepted'));
  if (isAlone) applyCallEvent(draft, { type: 'agentLeft', reason, at });
}

export function missUnacknowledged(draft: Draft, callUserId: number, at: number): void {
  const callUser = findCallUser(draft, callUserId);
  if (!callUser || !isRinging(callUser) || callUser.acknowledgedAt !== null) return;
  const reason = english({ id: 'callReason.phoneDidNotAnswer' });
  markUnreachable(draft, callUser, reason, at);
  endRing(draft, callUserId, { type: 'missed', reason, at });
}

export function markUnreachable(draft: Draft, callUser: CallUser, reason: string, at: number): void {
  draft.commands.push({ kind: 'markUnreachable', userId: callUser.userId, reason, at });
}

export function endExternalPhoneRing(
  draft: Draft,
  callUserId: number,
  status: FinalLegStatus,
  at: number,
): void {
  switch (status) {
    case 'completed':
      endRing(draft, callUserId, { type: 'ignored', at });
      return;
    case 'busy':
      endRing(draft, callUserId, {
        type: 'missed',
        reason: english({ id: 'callReason.externalPhoneBusy' }),
        at,
      });
      return;
    case 'failed':
      endRing(draft, callUserId, {
        type: 'missed',
        reason: english({ id: 'callReason.externalPhoneUnreachable' }),
        at,
      });
      return;
    case 'no-answer':
    case 'canceled':
      endRing(draft, callUserId, { type: 'missed', reason: english({ id: 'callReason.noAnswer' }), at });
      return;
    default:
      status satisfies never;
  }
}

/** Ends all rings for the lead. For a caller, the other agents keep ringing. */
export function removeLead(draft: Draft, callUserId: number, at: number): void {
  const callUser = findCallUser(draft, callUserId);
  if (!callUser || !isRinging(callUser)) return;
  if (draft.call.type !== 'lead' || isInvitation(callUser.type)) {
    endRing(draft, callUserId, { type: 'ignored', at });
    return;
  }
  applyCallUserEvent(draft, callUserId, { type: 'ignored', at });
  withdraw(draft, callUser, null);
  applyCallEvent(draft, {
    type: 'noAgentLeft',
    status: 'canceled',
    reason: english({ id: 'callReason.leadRemoved' }),
    at,
  });
}
