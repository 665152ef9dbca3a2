/** Rings: begun for a caller, acknowledged or passed over, and what the end of the last one means to whoever asked. */

import { RING_ACKNOWLEDGE_MS } from '@offhook/contract/limits';
import type { FinalLegStatus } from '../../../platform/core/leg-status.ts';
import { phaseOf } from '../call-lifecycle.ts';
import { type CallUser, type CallUserEvent, isRinging } from '../call-user.ts';
import type { Leg } from '../leg.ts';
import { isInvitation, isSupervision, partyLegs } from '../parties.ts';
import { type Draft, notify, tell, tellCallUser, userOf } from './draft.ts';
import { transferMissed } from './transfers.ts';
import { tellCall, withdraw } from './whole-call.ts';

/**
 * A caller has heard what the team says to whoever calls. Asked for again by the provider, it changes nothing: somebody
 * was rung, or nobody could be.
 */
export function ringForCaller(draft: Draft, at: number): void {
  if (draft.call.type === 'inbound' && draft.callUsers.length === 0)
    tellCall(draft, { type: 'ringsOver', at });
}

export function expectAcknowledgement(draft: Draft, leg: Leg, ringsAt: number): void {
  const callUser = userOf(draft, leg.callUserId);
  if (!callUser || !isRinging(callUser) || callUser.acknowledgedAt !== null) return;
  // A telephone says nothing of itself; who answers it is asked for a key.
  if (callUser.type === 'outbound' || callUser.ownNumber !== null) return;
  draft.orders.push({
    kind: 'acknowledgeTimeout',
    callUserId: callUser.id,
    legId: leg.id,
    dueAt: ringsAt + RING_ACKNOWLEDGE_MS,
  });
}

/** Who is rung for the same: only one of them can have it. */
export function rivalsOf(draft: Draft, callUser: CallUser): readonly CallUser[] {
  return draft.callUsers.filter((other) => {
    if (other.id === callUser.id || !isRinging(other)) return false;
    if (!isInvitation(callUser.type)) return !isInvitation(other.type);
    const { type, invitedBy } = callUser;
    return type === 'transfer' && other.type === type && other.invitedBy === invitedBy;
  });
}

/** One agent's ring is over; the phone is told and the leg ended. The last one's end is told to whom it concerns. */
export function endRing(draft: Draft, callUserId: number, event: CallUserEvent): void {
  const callUser = userOf(draft, callUserId);
  if (!callUser || !isRinging(callUser)) return;
  tellCallUser(draft, callUserId, event);
  withdraw(draft, callUser, null);
  if (rivalsOf(draft, callUser).length > 0) return;
  const { type, at } = { type: callUser.type, at: event.at };
  if (type === 'outbound') {
    const reason = 'The phone did not connect';
    tellCall(draft, { type: 'nobodyLeft', status: 'canceled', reason, at });
  } else if (type === 'transfer') {
    transferMissed(draft, callUser);
  } else if (type === 'conference') {
    conferenceRingEnded(draft, callUser, event.type === 'ignored' ? 'ignored' : 'no-answer', at);
  } else if (!isSupervision(type)) {
    tellCall(draft, { type: 'ringsOver', at });
  } else if (event.type === 'missed') {
    tell(draft, callUser, 'ownRingMissed');
  }
}

function conferenceRingEnded(
  draft: Draft,
  callUser: CallUser,
  status: 'no-answer' | 'ignored',
  at: number,
): void {
  if (callUser.id === draft.call.claimedBy) {
    if (status === 'no-answer') tell(draft, callUser, 'ownRingMissed');
    const reason = 'The phone did not connect';
    tellCall(draft, { type: 'nobodyLeft', status: 'canceled', reason, at });
    return;
  }
  const others = draft.callUsers.filter(
    (one) => one.id !== draft.call.claimedBy && (isRinging(one) || one.status === 'accepted'),
  );
  if (phaseOf(draft.call) === 'connecting' && draft.call.type === 'conference') {
    if (others.length === 0 && partyLegs(draft).length === 0)
      tellCall(draft, { type: 'agentMissed', status, at });
  } else notify(draft, userOf(draft, callUser.invitedBy), 'conferenceMissed');
}

export function passOver(draft: Draft, callUserId: number, at: number): void {
  const callUser = userOf(draft, callUserId);
  if (!callUser || !isRinging(callUser) || callUser.acknowledgedAt !== null) return;
  const reason = 'The phone did not answer in time';
  markUnreachable(draft, callUser, reason, at);
  endRing(draft, callUserId, { type: 'missed', reason, at });
}

export function markUnreachable(draft: Draft, callUser: CallUser, reason: string, at: number): void {
  draft.orders.push({ kind: 'markUnreachable', userId: callUser.userId, reason, at });
}

/** A telephone is over that was rung for an agent: it was not answered, or put down without a key. */
export function endOwnPhoneRing(draft: Draft, callUserId: number, status: FinalLegStatus, at: number): void {
  switch (status) {
    case 'completed':
      endRing(draft, callUserId, { type: 'ignored', at });
      return;
    case 'busy':
      endRing(draft, callUserId, { type: 'missed', reason: "The agent's own phone was busy", at });
      return;
    case 'failed':
      endRing(draft, callUserId, {
        type: 'missed',
        reason: "The agent's own phone could not be reached",
        at,
      });
      return;
    case 'no-answer':
    case 'canceled':
      endRing(draft, callUserId, { type: 'missed', reason: 'No answer', at });
      return;
    default:
      status satisfies never;
  }
}

/** An agent had the lead removed instead of taking it: a lead is offered to nobody else then; who calls us still is. */
export function removeOffered(draft: Draft, callUserId: number, at: number): void {
  const callUser = userOf(draft, callUserId);
  if (!callUser || !isRinging(callUser)) return;
  if (draft.call.type !== 'lead' || isInvitation(callUser.type)) {
    endRing(draft, callUserId, { type: 'ignored', at });
    return;
  }
  tellCallUser(draft, callUserId, { type: 'ignored', at });
  withdraw(draft, callUser, null);
  tellCall(draft, { type: 'nobodyLeft', status: 'canceled', reason: 'The lead was removed', at });
}
