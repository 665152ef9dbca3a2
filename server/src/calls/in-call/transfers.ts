// When a team is the target, the first member to accept gets the call. The transferring agent stays until the target
// has joined.

import { canReceiveTransfer } from '@offhook/contract/accounts/permissions';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { findAgent, readTeamMembers } from '../../presence/agents.ts';
import { lockActiveCallUser } from '../active-call-user.ts';
import { advance, type TransitionDeps } from '../call-transitions.ts';
import { isRinging } from '../core/call-user.ts';
import { canConsult } from '../core/conversation/hand-over/consultations.ts';
import { consultation } from '../core/parties.ts';
import { invite } from '../rings/invitations.ts';
import { storeHandOverNote } from '../rings/running-note.ts';

export interface TransferRequest {
  readonly user_id?: number | undefined;
  readonly team_id?: number | undefined;
  readonly call_user_id: number;
  readonly reason?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly consult?: boolean | undefined;
}

/** A repeated request for a ringing agent changes nothing; a request for another agent withdraws the first ring. */
export async function transfer(
  deps: TransitionDeps,
  user: SignedInUser,
  callId: number,
  request: TransferRequest,
): Promise<void> {
  const { user_id, team_id } = request;
  if ((user_id === undefined) === (team_id === undefined)) throw new ApiError('badInput');
  await transact(deps, async (tx, outbox) => {
    const { loaded, callUser } = await lockActiveCallUser(tx, user, callId);
    if (callUser.id !== request.call_user_id) throw new ApiError('notFound');
    if (consultation(loaded.conversation) !== null) throw new ApiError('agentBusy');
    if (request.consult === true && !canConsult(loaded.conversation))
      throw new ApiError('consultNotPossible');
    const view = { db: tx, clock: deps.clock };
    const agent = user_id === undefined ? null : await findAgent(view, user.account_id, user_id);
    const targets =
      user_id === undefined ? await readTeamMembers(view, user.account_id, team_id ?? 0) : agent && [agent];
    if (targets === null) throw new ApiError('notFound');
    const ringing = loaded.conversation.callUsers.filter(
      (other) => isRinging(other) && other.type === 'transfer' && other.invitedBy === callUser.id,
    );
    const repeated = ringing.find(({ userId }) => user_id !== undefined && userId === user_id);
    if (repeated) {
      // The colleague's phone says how the call will reach them.
      if (repeated.consults !== (request.consult === true)) throw new ApiError('alreadyRinging');
      return;
    }
    const userIds = targets
      .filter((agent) => agent.id !== user.id && canReceiveTransfer(agent))
      .map(({ id }) => id);
    await storeHandOverNote(tx, callUser.id, request.note);
    const at = deps.clock.now();
    const ringRequest = {
      type: 'transfer',
      userIds,
      invitedBy: callUser.id,
      invitedTeamId: team_id ?? null,
      reason: request.reason || null,
      consults: request.consult === true,
    } as const;
    const { running, callUserIds } = await invite(deps, tx, outbox, loaded, ringRequest, at);
    if (callUserIds.length === 0) throw new ApiError('agentUnavailable');
    deps.log.info({ call: callId, user: user.id, agents: callUserIds.length }, 'transfer requested');
    await advance(deps, tx, outbox, running, [
      { type: 'transferRequested', callUserId: callUser.id, callUserIds, at },
    ]);
  });
}
