/**
 * The claim: the provider asks what to do with an agent's leg that was answered. One agent has the call; the answer to
 * the others is to hang up. Asked again by the same leg, the answer is the same.
 */
import { isFinal } from '../../platform/core/leg-status.ts';
import { type Call, phaseOf } from './call-lifecycle.ts';
import { type CallUser, isRinging } from './call-user.ts';
import { isAwaited, isInvitation, type Parties } from './parties.ts';

export type Verdict =
  /** The call is this agent's now, or this agent is in it with others. */
  | 'won'
  /** The agent who had it is back, over this leg. */
  | 'resumed'
  /** This leg was let in before. */
  | 'again'
  | 'lost';

export function judgeClaim(
  { call, callUsers, legs }: Parties,
  claim: { readonly callUserId: number; readonly legId: number; readonly sid: string },
): Verdict {
  const callUser = callUsers.find(({ id }) => id === claim.callUserId);
  const leg = legs.find(({ id }) => id === claim.legId);
  if (!callUser || !leg || leg.callUserId !== callUser.id) return 'lost';
  if (isFinal(leg.status) || (leg.sid !== null && leg.sid !== claim.sid)) return 'lost';
  return judge(call, callUser, claim.sid);
}

function judge(call: Call, callUser: CallUser, sid: string): Verdict {
  const phase = phaseOf(call);
  if (phase === 'ended' || phase === 'voicemail') return 'lost';
  if (callUser.status === 'accepted' && callUser.sid === sid) return 'again';
  if (callUser.status === 'accepted') return isAwaited(callUser) ? 'resumed' : 'lost';
  if (!isRinging(callUser)) return 'lost';
  // An invitation is to a conversation that is there; whoever else was asked by it rings no more.
  return isInvitation(callUser.type) === (phase !== 'offering') ? 'won' : 'lost';
}
