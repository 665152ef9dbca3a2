import type { SignedInUser } from '../../platform/http/caller.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { lockActiveCallUser } from '../active-call-user.ts';
import { advance, type TransitionDeps } from '../call-transitions.ts';

/** Idempotent. @returns whether the others are on hold now */
export async function setHold(
  deps: TransitionDeps,
  user: SignedInUser,
  callId: number,
  held: boolean,
): Promise<boolean> {
  const type = held ? 'holdRequested' : 'unholdRequested';
  const { call } = await transact(deps, async (tx, outbox) => {
    const { loaded, callUser } = await lockActiveCallUser(tx, user, callId);
    const at = deps.clock.now();
    return advance(deps, tx, outbox, loaded, [{ type, callUserId: callUser.id, at }]);
  });
  deps.log.info({ call: callId, user: user.id, held }, 'hold changed');
  return call.heldBy !== null;
}
