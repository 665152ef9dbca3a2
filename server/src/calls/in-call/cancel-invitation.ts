import type { SignedInUser } from '../../platform/http/caller.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { lockActiveCallUser } from '../active-call-user.ts';
import { advance, type TransitionDeps } from '../call-transitions.ts';

/** Changes nothing if the colleague has already accepted. */
export async function cancelInvitation(
  deps: TransitionDeps,
  user: SignedInUser,
  callId: number,
): Promise<void> {
  await transact(deps, async (tx, outbox) => {
    const { loaded, callUser } = await lockActiveCallUser(tx, user, callId);
    const at = deps.clock.now();
    await advance(deps, tx, outbox, loaded, [{ type: 'invitationCanceled', callUserId: callUser.id, at }]);
  });
  deps.log.info({ call: callId, user: user.id }, 'invitation canceled');
}
