/** An agent hangs up, or is gone without a word: from a ring, from a call just given to them, from a conversation. */

import { type CallUser, isRinging } from '../call-user.ts';
import type { Leg } from '../leg.ts';
import { isInvitation, isPresent, legOf } from '../parties.ts';
import { type Draft, endLegsOf, tellCallUser, userOf } from './draft.ts';
import { leave, vanish } from './leaving.ts';
import { endRing } from './rings.ts';
import { giveBack } from './transfers.ts';
import { tellCall } from './whole-call.ts';

export function hangUp(draft: Draft, callUserId: number, at: number): void {
  const callUser = userOf(draft, callUserId);
  if (!callUser) return;
  if (isRinging(callUser) && callUser.type === 'outbound') {
    endRing(draft, callUserId, { type: 'missed', reason: 'Hung up before the phone connected', at });
  } else if (isRinging(callUser) && isInvitation(callUser.type)) {
    endRing(draft, callUserId, { type: 'ignored', at });
  } else if (callUser.status === 'accepted') {
    tellCallUser(draft, callUserId, { type: 'hungUp', at });
    if (giveBack(draft, callUser, at)) {
      endLegsOf(draft, callUser);
      return;
    }
    const reason = 'The agent hung up before the lead answered';
    if (callUserId === draft.call.claimedBy) tellCall(draft, { type: 'agentGone', reason, at });
    leave(draft, callUser, at, null);
  }
}

/** An agent's leg ended without a word. */
export function loseAgent(draft: Draft, callUser: CallUser, leg: Leg, at: number): void {
  if (leg.joinedAt === null && giveBack(draft, callUser, at)) return;
  if (callUser.ownNumber !== null) {
    // A telephone has no other word for 'Hang Up', and nobody comes back by it.
    hangUp(draft, callUser.id, at);
    return;
  }
  // A lead who is being dialled goes on ringing; other agents have not come for anybody but the one who asked them.
  const reason = 'The agent left before the others joined';
  if (callUser.id === draft.call.claimedBy && draft.call.type === 'conference')
    tellCall(draft, { type: 'agentGone', reason, at });
  vanish(draft, callUser, at);
}

/** A ring goes on to the next agent; who is in the conversation has vanished, and their leg is ended with it. */
export function closePhone(draft: Draft, callUserId: number, at: number): void {
  const callUser = userOf(draft, callUserId);
  if (!callUser || callUser.ownNumber !== null) return;
  if (isRinging(callUser)) {
    endRing(draft, callUserId, { type: 'missed', reason: 'The phone was closed', at });
    return;
  }
  const leg = legOf(draft, callUser);
  if (!leg || !isPresent(callUser)) return;
  endLegsOf(draft, callUser);
  loseAgent(draft, callUser, leg, at);
}
