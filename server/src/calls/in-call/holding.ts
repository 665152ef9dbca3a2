/** 'Hold' and 'Resume': the others wait with music, or are back in the conversation. */

import type { SignedInUser } from '../../platform/http/caller.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { advance, type StepParts } from '../call-steps.ts';
import { lockOwnPart } from '../own-part.ts';

/** Asked twice it changes nothing. @returns whether the others are held now */
export async function setHold(
  parts: StepParts,
  user: SignedInUser,
  callId: number,
  held: boolean,
): Promise<boolean> {
  const type = held ? 'holdAsked' : 'unholdAsked';
  const { call } = await transact(parts, async (tx, outbox) => {
    const { loaded, callUser } = await lockOwnPart(tx, user, callId);
    const at = parts.clock.now();
    return advance(parts, tx, outbox, loaded, [{ type, callUserId: callUser.id, at }]);
  });
  parts.log.info({ call: callId, user: user.id, held }, 'hold');
  return call.heldBy !== null;
}
