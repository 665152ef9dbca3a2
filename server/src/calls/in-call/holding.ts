import type { SignedInUser } from '../../platform/http/caller.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { advance, type TransitionParts } from '../call-transitions.ts';
import { lockOwnCallUser } from '../own-call-user.ts';

/** Idempotent. @returns whether the others are on hold now */
export async function setHold(
  parts: TransitionParts,
  user: SignedInUser,
  callId: number,
  held: boolean,
): Promise<boolean> {
  const type = held ? 'holdRequested' : 'unholdRequested';
  const { call } = await transact(parts, async (tx, outbox) => {
    const { loaded, callUser } = await lockOwnCallUser(tx, user, callId);
    const at = parts.clock.now();
    return advance(parts, tx, outbox, loaded, [{ type, callUserId: callUser.id, at }]);
  });
  parts.log.info({ call: callId, user: user.id, held }, 'hold changed');
  return call.heldBy !== null;
}
