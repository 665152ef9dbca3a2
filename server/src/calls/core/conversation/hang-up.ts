import { english } from '../../../platform/core/sentences.ts';
import { type CallUser, isRinging } from '../call-user.ts';
import type { Leg } from '../leg.ts';
import { activeLeg, isInvitation, isPresent, onlySupervises } from '../parties.ts';
import { applyCallEvent } from './call-events.ts';
import { applyCallUserEvent, type Draft, endLegs, findCallUser } from './draft.ts';
import { mayHaveJoined, parkerToReturnTo } from './hand-over/parking.ts';
import { returnToTransferrer } from './hand-over/transfers.ts';
import { markDisconnected, removeAgent } from './leaving.ts';
import { endRing } from './rings.ts';

export function hangUp(draft: Draft, callUserId: number, at: number): void {
  const callUser = findCallUser(draft, callUserId);
  if (!callUser) return;
  if (isRinging(callUser) && callUser.type === 'outbound') {
    endRing(draft, callUserId, { type: 'missed', reason: english({ id: 'callReason.hungUpEarly' }), at });
  } else if (isRinging(callUser) && isInvitation(callUser.type)) {
    endRing(draft, callUserId, { type: 'ignored', at });
  } else if (callUser.status === 'accepted') {
    applyCallUserEvent(draft, callUserId, { type: 'hungUp', at });
    if (returnToTransferrer(draft, callUser, at)) {
      endLegs(draft, callUser);
      return;
    }
    if (!mayHaveJoined(callUser, at) && returnToPark(draft, callUser, at)) {
      endLegs(draft, callUser);
      return;
    }
    const id = draft.call.type === 'conference' ? 'callReason.agentLeft' : 'callReason.agentHungUp';
    const reason = english({ id });
    if (callUserId === draft.call.claimedBy) applyCallEvent(draft, { type: 'agentLeft', reason, at });
    removeAgent(draft, callUser, at, null);
  }
}

function returnToPark(draft: Draft, callUser: CallUser, at: number): boolean {
  const parker = parkerToReturnTo(draft, callUser);
  if (!parker) return false;
  markDisconnected(draft, callUser, at);
  draft.commands.push({ kind: 'parkAgain', callUserId: callUser.id, parkerUserId: parker.userId });
  return true;
}

/** The phone that picked up a parked call is connected, but not to the lead. */
export function handleNeverJoined(draft: Draft, legId: number, at: number): void {
  const leg = draft.legs.find(({ id }) => id === legId);
  const callUser = findCallUser(draft, leg?.callUserId ?? null);
  if (callUser && activeLeg(draft, callUser) === leg && isPresent(callUser))
    returnToPark(draft, callUser, at);
}

export function handleAgentLegLost(draft: Draft, callUser: CallUser, leg: Leg, at: number): void {
  if (leg.joinedAt === null && returnToTransferrer(draft, callUser, at)) return;
  if (!mayHaveJoined(callUser, at) && returnToPark(draft, callUser, at)) return;
  if (callUser.externalNumber !== null) {
    // For an external phone, a dropped leg is the only sign of a hang-up.
    hangUp(draft, callUser.id, at);
    return;
  }
  // Nothing waits for a supervisor, who must never be heard again without a request.
  if (onlySupervises(draft.call, callUser)) {
    removeAgent(draft, callUser, at, null);
    return;
  }
  const reason = english({ id: 'callReason.agentLeft' });
  if (callUser.id === draft.call.claimedBy && draft.call.type === 'conference')
    applyCallEvent(draft, { type: 'agentLeft', reason, at });
  markDisconnected(draft, callUser, at);
}

/** A ring moves on to the next agent. A connected agent counts as disconnected, and their leg is ended; a supervision is over. */
export function closePhone(draft: Draft, callUserId: number, at: number): void {
  const callUser = findCallUser(draft, callUserId);
  if (!callUser || callUser.externalNumber !== null) return;
  if (isRinging(callUser)) {
    endRing(draft, callUserId, { type: 'missed', reason: english({ id: 'callReason.phoneClosed' }), at });
    return;
  }
  const leg = activeLeg(draft, callUser);
  if (!leg || !isPresent(callUser)) return;
  endLegs(draft, callUser);
  handleAgentLegLost(draft, callUser, leg, at);
}
