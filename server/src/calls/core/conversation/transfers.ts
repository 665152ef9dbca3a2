/** A call goes from one agent to another, or stays where it was: nobody took it, or who took it never got in. */
import { type CallUser, isRinging } from '../call-user.ts';
import { isPresent } from '../parties.ts';
import { type Draft, notify, tellCallUser, userOf } from './draft.ts';
import { leave } from './leaving.ts';
import { assess, tellCall, withdrawAll } from './whole-call.ts';

/** A transferring agent is let go when the target is in; should nobody tell of that, after this. */
const HAND_OVER_MS = 2_000;

export function dropOtherTransfers(draft: Draft, by: number, keep: readonly number[], at: number): void {
  const dropped = draft.callUsers.filter(
    (one) => isRinging(one) && one.type === 'transfer' && one.invitedBy === by && !keep.includes(one.id),
  );
  withdrawAll(draft, dropped, null, 'Somebody else was chosen', at);
}

/** The call is the target's now; the agent who gave it away talks on until the target is in. */
export function takeOver(draft: Draft, target: CallUser, at: number): void {
  const { id, userId, invitedBy } = target;
  if (invitedBy !== null)
    tellCall(draft, { type: 'handedOver', from: invitedBy, callUserId: id, userId, at });
  tellCall(draft, { type: 'held', by: null, at });
  draft.orders.push({ kind: 'handOver', callUserId: id, dueAt: at + HAND_OVER_MS });
}

export function letGiverGo(draft: Draft, callUserId: number, at: number): void {
  const target = userOf(draft, callUserId);
  if (target?.type !== 'transfer' || !isPresent(target)) return;
  const giver = userOf(draft, target.invitedBy);
  if (giver?.status === 'accepted') leave(draft, giver, at, null);
}

/** Nobody took it: the agent who wanted to give the call away has it still, and is told. */
export function transferMissed(draft: Draft, ring: CallUser): void {
  notify(draft, userOf(draft, ring.invitedBy), 'transferMissed');
}

/** The target of a transfer never got in: the agent who gave the call away has it still, and is told. */
export function giveBack(draft: Draft, target: CallUser, at: number): boolean {
  const giver = userOf(draft, target.invitedBy);
  if (target.type !== 'transfer' || draft.call.claimedBy !== target.id || giver?.status !== 'accepted')
    return false;
  const { id: callUserId, userId } = giver;
  tellCallUser(draft, target.id, { type: 'over', at });
  tellCall(draft, { type: 'handedOver', from: target.id, callUserId, userId, at });
  notify(draft, giver, 'transferMissed');
  assess(draft, at);
  return true;
}
