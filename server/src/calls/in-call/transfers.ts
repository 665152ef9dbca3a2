/** A call is given to a colleague, or to whoever of a team is first. The agent talks on until one of them is in. */

import { canReceiveTransfer } from '@offhook/contract/permissions';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { agentOf, membersOf } from '../../presence/agents.ts';
import { advance, type StepParts } from '../call-steps.ts';
import { isRinging } from '../core/call-user.ts';
import { lockOwnPart } from '../own-part.ts';
import { invite } from '../rings/invitations.ts';

export interface TransferWish {
  /** Exactly one of the two. */
  readonly user_id?: number | undefined;
  readonly team_id?: number | undefined;
  /** The agent's own part of the call. */
  readonly call_user_id: number;
}

/** Asked again for whom is rung already, it changes nothing; for somebody else, the first ring is withdrawn. */
export async function transfer(
  parts: StepParts,
  user: SignedInUser,
  callId: number,
  wish: TransferWish,
): Promise<void> {
  const { user_id, team_id } = wish;
  if ((user_id === undefined) === (team_id === undefined)) throw new ApiError('badInput');
  await transact(parts, async (tx, outbox) => {
    const { loaded, callUser } = await lockOwnPart(tx, user, callId);
    if (callUser.id !== wish.call_user_id) throw new ApiError('notFound');
    const view = { db: tx, clock: parts.clock };
    const asked =
      user_id === undefined
        ? await membersOf(view, user.account_id, team_id ?? 0)
        : await agentOf(view, user.account_id, user_id);
    if (asked === null) throw new ApiError('notFound');
    const ringing = loaded.conversation.callUsers.filter(
      (one) => isRinging(one) && one.type === 'transfer' && one.invitedBy === callUser.id,
    );
    if (user_id !== undefined && ringing.some(({ userId }) => userId === user_id)) return;
    const userIds = asked
      .filter((agent) => agent.id !== user.id && canReceiveTransfer(agent))
      .map(({ id }) => id);
    const at = parts.clock.now();
    const rung = { type: 'transfer', userIds, invitedBy: callUser.id } as const;
    const { running, callUserIds } = await invite(parts, tx, outbox, loaded, rung, at);
    if (callUserIds.length === 0) throw new ApiError('agentUnavailable');
    parts.log.info({ call: callId, user: user.id, agents: callUserIds.length }, 'transfer rings');
    await advance(parts, tx, outbox, running, [
      { type: 'transferAsked', callUserId: callUser.id, callUserIds, at },
    ]);
  });
}
