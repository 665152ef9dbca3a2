import { findFirstTeam } from '../../accounts/settings/teams.ts';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { findAgent } from '../../presence/agents.ts';
import { lockActiveCallUser } from '../active-call-user.ts';
import { advance, type TransitionDeps } from '../call-transitions.ts';
import { lockConversation } from '../conversations.ts';
import { phaseOf } from '../core/call-lifecycle.ts';
import { isRinging } from '../core/call-user.ts';
import { canPark } from '../core/conversation/hand-over/parking.ts';
import { parkedCallUsers } from '../parked-calls.ts';
import { invite } from '../rings/invitations.ts';
import { readInviterName } from '../rings/read-invitations.ts';
import { storeHandOverNote } from '../rings/running-note.ts';

export async function parkCall(
  deps: TransitionDeps,
  user: SignedInUser,
  callId: number,
  note?: string | null,
): Promise<void> {
  await transact(deps, async (tx, outbox) => {
    const { loaded, callUser } = await lockActiveCallUser(tx, user, callId);
    const { facts, conversation } = loaded;
    if (!canPark(conversation, callUser)) throw new ApiError('parkNotPossible');
    await storeHandOverNote(tx, callUser.id, note);
    // Calls that an agent placed to a number have no team.
    const teamId = facts.teamId ?? (await findFirstTeam(tx, user.id));
    const event = { type: 'parkRequested', callUserId: callUser.id, teamId } as const;
    const limitMs = facts.parkMinutes * 60_000;
    deps.log.info({ call: callId, user: user.id }, 'call parked');
    await advance(deps, tx, outbox, loaded, [{ ...event, limitMs, at: deps.clock.now() }]);
  });
}

/** The first agent gets the call: while their phone is being connected, others are rejected. */
export async function pickUpCall(deps: TransitionDeps, user: SignedInUser, callId: number): Promise<void> {
  await transact(deps, async (tx, outbox) => {
    const loaded = await lockConversation(tx, callId);
    if (loaded?.facts.accountId !== user.account_id) throw new ApiError('notFound');
    const { call, callUsers } = loaded.conversation;
    const { parked } = call;
    if (phaseOf(call) !== 'parked' || parked === null) {
      const picked =
        phaseOf(call) === 'talking' ? callUsers.find(({ id }) => id === call.claimedBy) : undefined;
      throw await takenError(tx, user, picked);
    }
    if (!(await parkedCallUsers(tx, parked)).includes(user.id)) throw new ApiError('forbidden');
    const connecting = callUsers.find((one) => isRinging(one) && one.autoaccept);
    if (connecting?.userId === user.id) return;
    if (connecting !== undefined) throw await takenError(tx, user, connecting);
    const agent = await findAgent({ db: tx, clock: deps.clock }, user.account_id, user.id);
    if (agent?.on_call_id != null) throw new ApiError('agentBusy');
    if (!agent?.is_online_app) throw new ApiError('ownPhoneOffline');
    const ringRequest = {
      type: 'transfer',
      userIds: [user.id],
      invitedBy: parked.by,
      autoaccept: true,
    } as const;
    const at = deps.clock.now();
    const { running, callUserIds } = await invite(deps, tx, outbox, loaded, ringRequest, at);
    if (callUserIds.length === 0) throw new ApiError('agentBusy');
    deps.log.info({ call: callId, user: user.id }, 'picking up a parked call');
    await advance(deps, tx, outbox, running, []);
    const userIds = await parkedCallUsers(tx, parked);
    outbox.afterCommit.push(() => deps.realtime.parkedUpdated(userIds));
  });
}

/** Says who has the call, if that is another agent. */
async function takenError(
  tx: Database,
  user: SignedInUser,
  picked: { readonly id: number; readonly userId: number } | undefined,
): Promise<ApiError> {
  const name = picked && picked.userId !== user.id ? await readInviterName(tx, picked.id) : null;
  return name === null
    ? new ApiError('notParked')
    : new ApiError('notParked', { id: 'leadBusy.taken', values: { name } });
}
