/** One agent wins and all others are hung up. The same leg always gets the same answer. */
import { isFinal } from '../../platform/core/leg-status.ts';
import { type Call, phaseOf } from './call-lifecycle.ts';
import { type CallUser, isRinging } from './call-user.ts';
import { isAwaited, isInvitation, type Parties } from './parties.ts';

export type ClaimVerdict =
  | 'won'
  | 'resumed'
  /** The provider repeated its request for a leg that has already joined. */
  | 'repeated'
  | 'lost';

export function decideClaim(
  { call, callUsers, legs }: Parties,
  claim: { readonly callUserId: number; readonly legId: number; readonly sid: string },
): ClaimVerdict {
  const callUser = callUsers.find(({ id }) => id === claim.callUserId);
  const leg = legs.find(({ id }) => id === claim.legId);
  if (!callUser || !leg || leg.callUserId !== callUser.id) return 'lost';
  if (isFinal(leg.status) || (leg.sid !== null && leg.sid !== claim.sid)) return 'lost';
  return decideForCallUser(call, callUser, claim.sid);
}

function decideForCallUser(call: Call, callUser: CallUser, sid: string): ClaimVerdict {
  const phase = phaseOf(call);
  if (phase === 'ended' || phase === 'voicemail') return 'lost';
  if (callUser.status === 'accepted' && callUser.sid === sid) return 'repeated';
  if (callUser.status === 'accepted') return isAwaited(callUser) ? 'resumed' : 'lost';
  if (!isRinging(callUser)) return 'lost';
  // An invitation needs a running conversation; a ring for a new call needs one that hasn't been claimed.
  return isInvitation(callUser.type) === (phase !== 'offering') ? 'won' : 'lost';
}
