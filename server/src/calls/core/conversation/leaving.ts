/** Agents who are out of the conversation: for good, vanished and perhaps to come back, or gone by a Hang Up that got lost. */

import type { PhoneStateName } from '@offhook/contract/entities';
import { RESUME_WINDOW_MS } from '@offhook/contract/limits';
import { isParty } from '@offhook/contract/permissions';
import { isFinal } from '../../../platform/core/leg-status.ts';
import { phaseOf } from '../call-lifecycle.ts';
import { type CallUser, isRinging } from '../call-user.ts';
import { isPresent, isSupervision } from '../parties.ts';
import { type Draft, endLegsOf, tellCallUser, userOf } from './draft.ts';
import { assess, tellCall, withdrawAll } from './whole-call.ts';

/** A phone that still says it is on no call this long after its leg ended has hung up. */
export const WORD_CHECK_MS = 2_000;

/** What a phone reported last. Times in milliseconds since 1970. */
export interface PhoneWord {
  readonly phoneId: string | null;
  readonly state: PhoneStateName;
  readonly at: number;
}

/**
 * Whether the phone that had the call lives and says it is on none: its 'Hang Up' got lost.
 * @param waited how long after its leg ended the report came at the earliest; a report may cross the end on its way, so
 *   one that is judged as it comes waits `WORD_CHECK_MS`, one that is judged after that time need only be later
 */
export function saysItHungUp(
  { phoneId, vanishedAt }: Pick<CallUser, 'phoneId' | 'vanishedAt'>,
  word: PhoneWord,
  waited: number,
): boolean {
  if (vanishedAt === null || word.phoneId !== phoneId || word.state === 'oncall') return false;
  return word.at - vanishedAt >= waited;
}

/** Gone without a word; the others wait for them a while. */
export function vanish(draft: Draft, callUser: CallUser, at: number): void {
  const { id: callUserId } = callUser;
  if (phaseOf(draft.call) === 'ended' || !isPresent(callUser)) return;
  tellCallUser(draft, callUserId, { type: 'vanished', at });
  draft.orders.push(
    { kind: 'wordCheck', callUserId, dueAt: at + WORD_CHECK_MS },
    { kind: 'resumeTimeout', callUserId, vanishedAt: at, dueAt: at + RESUME_WINDOW_MS },
  );
  assess(draft, at);
}

export function stopWaiting(draft: Draft, callUserId: number, vanishedAt: number, at: number): void {
  const callUser = userOf(draft, callUserId);
  if (callUser?.status !== 'accepted' || callUser.vanishedAt !== vanishedAt) return;
  const reason = 'The agent did not come back';
  if (callUserId === draft.call.claimedBy) tellCall(draft, { type: 'agentGone', reason, at });
  leave(draft, callUser, at, reason);
}

/** A page that comes back gets a leg of its own; the old one, should it still be there, goes. */
export function ringAgain(draft: Draft, callUserId: number, legId: number, at: number): void {
  const callUser = userOf(draft, callUserId);
  const phase = phaseOf(draft.call);
  if (callUser?.status !== 'accepted' || phase === 'offering' || phase === 'ended') return;
  if (isPresent(callUser)) {
    vanish(draft, callUser, at);
    for (const leg of draft.legs)
      if (leg.callUserId === callUserId && leg.id !== legId && !isFinal(leg.status))
        draft.orders.push({ kind: 'endLeg', legId: leg.id });
  }
  draft.orders.push({ kind: 'ring', legId, callUserId, userId: callUser.userId });
}

/** One agent is done; the others go on if they are enough. */
export function leave(draft: Draft, callUser: CallUser, at: number, reason: string | null): void {
  if (phaseOf(draft.call) === 'ended') return;
  tellCallUser(draft, callUser.id, { type: 'over', at });
  endLegsOf(draft, callUser);
  if (draft.call.heldBy === callUser.id) tellCall(draft, { type: 'held', by: null, at });
  const offered = draft.callUsers.filter(
    (one) => isRinging(one) && one.type === 'transfer' && one.invitedBy === callUser.id,
  );
  withdrawAll(draft, offered, null, 'The call ended', at);
  assess(draft, at, reason);
  if (phaseOf(draft.call) !== 'ended' && draft.call.claimedBy === callUser.id) passOn(draft, at);
}

/** Whoever had it is gone, and the conversation goes on: an agent in it is the next, a supervisor the last. */
function passOn(draft: Draft, at: number): void {
  const from = draft.call.claimedBy;
  const others = draft.callUsers.filter((one) => one.status === 'accepted' && isParty(one.type));
  const next = others.find(({ type }) => !isSupervision(type)) ?? others[0];
  if (next && from !== null)
    tellCall(draft, { type: 'handedOver', from, callUserId: next.id, userId: null, at });
}
