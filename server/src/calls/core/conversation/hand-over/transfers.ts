import { english } from '../../../../platform/core/sentences.ts';
import { type CallUser, isRinging } from '../../call-user.ts';
import { isPresent } from '../../parties.ts';
import { applyCallEvent, updateCallForParties, withdrawAll } from '../call-events.ts';
import { applyCallUserEvent, type Draft, findCallUser, notifyInCall } from '../draft.ts';
import { removeAgent } from '../leaving.ts';
import { resumeRecording } from '../recording-pause.ts';
import { pickUp } from './parking.ts';

/** Limits the wait for the report that the target has joined. */
const HAND_OVER_MS = 2_000;

export function withdrawOtherTransfers(draft: Draft, by: number, keep: readonly number[], at: number): void {
  const withdrawn = draft.callUsers.filter(
    (ring) => isRinging(ring) && ring.type === 'transfer' && ring.invitedBy === by && !keep.includes(ring.id),
  );
  withdrawAll(draft, withdrawn, null, english({ id: 'callReason.otherAgentChosen' }), at);
}

/** The transferring agent stays until the target has joined. */
export function acceptTransfer(draft: Draft, target: CallUser, legId: number, at: number): void {
  const { id, userId, invitedBy } = target;
  if (invitedBy !== null)
    applyCallEvent(draft, { type: 'handedOver', from: invitedBy, callUserId: id, userId, at });
  if (draft.call.parked !== null) pickUp(draft, legId, at);
  applyCallEvent(draft, { type: 'held', by: null, at });
  // The target doesn't know about the pause.
  resumeRecording(draft, at);
  draft.commands.push({ kind: 'handOver', callUserId: id, dueAt: at + HAND_OVER_MS });
}

export function releaseTransferrer(draft: Draft, callUserId: number, at: number): void {
  const target = findCallUser(draft, callUserId);
  if (target?.type !== 'transfer' || target.consults || !isPresent(target)) return;
  const transferrer = findCallUser(draft, target.invitedBy);
  if (transferrer?.status === 'accepted') removeAgent(draft, transferrer, at, null);
}

export function notifyTransferMissed(draft: Draft, ring: CallUser): void {
  notifyInCall(draft, findCallUser(draft, ring.invitedBy), 'transferMissed');
}

export function returnToTransferrer(draft: Draft, target: CallUser, at: number): boolean {
  const transferrer = findCallUser(draft, target.invitedBy);
  if (target.type !== 'transfer' || draft.call.claimedBy !== target.id || transferrer?.status !== 'accepted')
    return false;
  const { id: callUserId, userId } = transferrer;
  applyCallUserEvent(draft, target.id, { type: 'ended', at });
  applyCallEvent(draft, { type: 'handedOver', from: target.id, callUserId, userId, at });
  notifyInCall(draft, transferrer, 'transferMissed');
  updateCallForParties(draft, at);
  return true;
}
