import type { ConsultEnd } from '@offhook/contract/calls/hand-over';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { lockActiveCallUser } from '../active-call-user.ts';
import { advance, type TransitionDeps } from '../call-transitions.ts';
import { storeHandOverNote } from '../rings/running-note.ts';

/** A repeated request, or one that crosses with the colleague's hang-up, changes nothing. */
export async function endConsultation(
  deps: TransitionDeps,
  user: SignedInUser,
  callId: number,
  { how, note }: { readonly how: ConsultEnd; readonly note?: string | null | undefined },
): Promise<void> {
  await transact(deps, async (tx, outbox) => {
    const { loaded, callUser } = await lockActiveCallUser(tx, user, callId);
    // Without one, the note of the request for the consultation holds.
    if (note) await storeHandOverNote(tx, callUser.id, note);
    const at = deps.clock.now();
    await advance(deps, tx, outbox, loaded, [
      { type: 'consultationEnded', callUserId: callUser.id, how, at },
    ]);
  });
  deps.log.info({ call: callId, user: user.id, how }, 'consultation ended');
}
