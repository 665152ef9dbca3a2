import {
  SUPERVISE_ACTIONS,
  type SuperviseAction,
  type SupervisionObstacle,
  supervisionObstacle,
} from '@offhook/contract/accounts/permissions';
import type { ActiveCall } from '@offhook/contract/calls/call';
import { and, eq, gte, inArray, max, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { agentCallTimes, calls, teamMembers } from '../../platform/database/schema.ts';
import { ApiError, type ApiErrorCode } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { findAgent, showsCallEnd } from '../../presence/agents.ts';
import { advance, type TransitionDeps } from '../call-transitions.ts';
import { lockConversation } from '../conversations.ts';
import { phaseOf } from '../core/call-lifecycle.ts';
import { type CallUser, isRinging } from '../core/call-user.ts';
import { mayChangeSupervision } from '../core/conversation/supervision.ts';
import { handlingAgent, isPresent, isSupervision } from '../core/parties.ts';
import { invite } from '../rings/invitations.ts';

const OBSTACLE_ERRORS: Readonly<Record<SupervisionObstacle, ApiErrorCode>> = {
  permission: 'forbidden',
  account: 'notFound',
  team: 'notFound',
  self: 'forbidden',
  call: 'agentUnavailable',
};

/** The teams that the call belongs to: its own and its agent's. */
async function readCallTeams(tx: Database, callId: number): Promise<readonly number[]> {
  const rows = await queryRows<{ readonly id: number | string }>(
    tx,
    sql`select ${calls.team_id} as id from ${calls} where ${calls.id} = ${callId} and ${calls.team_id} is not null
      union select member.team_id from ${calls} join ${teamMembers} member on member.user_id = ${calls.agent_id}
      where ${calls.id} = ${callId}`,
  );
  return rows.map(({ id }) => Number(id));
}

/** The part itself has only the last kind. */
async function storeEarlierKind(
  tx: Database,
  callId: number,
  { userId, type, acceptedAt }: CallUser,
  now: number,
): Promise<void> {
  if (!isSupervision(type) || acceptedAt === null) return;
  const ofPart = and(
    eq(agentCallTimes.call_id, callId),
    eq(agentCallTimes.user_id, userId),
    inArray(agentCallTimes.kind, SUPERVISE_ACTIONS),
    gte(agentCallTimes.started_at, new Date(acceptedAt)),
  );
  const [last] = await tx
    .select({ ended_at: max(agentCallTimes.ended_at) })
    .from(agentCallTimes)
    .where(ofPart);
  await tx.insert(agentCallTimes).values({
    call_id: callId,
    user_id: userId,
    kind: type,
    started_at: last?.ended_at ?? new Date(acceptedAt),
    ended_at: new Date(now),
  });
}

/** A supervisor who is already in the call changes who hears them. */
export async function supervise(
  deps: TransitionDeps,
  user: SignedInUser,
  callId: number,
  action: SuperviseAction,
): Promise<ActiveCall> {
  return transact(deps, async (tx, outbox) => {
    const now = deps.clock.now();
    const loaded = await lockConversation(tx, callId);
    const isOver = !loaded || phaseOf(loaded.conversation.call) === 'ended';
    const handler = isOver ? undefined : handlingAgent(loaded.conversation);
    const obstacle = supervisionObstacle(user, action, {
      id: handler?.userId ?? null,
      account_id: loaded?.facts.accountId ?? null,
      on_call_id: handler && isPresent(handler) ? callId : null,
      team_ids: await readCallTeams(tx, callId),
    });
    if (obstacle === 'call' && isOver) throw new ApiError('callEnded');
    if (obstacle !== null || !loaded || !handler) throw new ApiError(OBSTACLE_ERRORS[obstacle ?? 'call']);
    const { conversation } = loaded;
    const { talkStartedAt } = conversation.call;
    const seconds = talkStartedAt === null ? 0 : Math.max(0, Math.round((now - talkStartedAt) / 1000));
    const joined: ActiveCall = { id: callId, type: action, seconds_since_started_at: seconds };
    // A repeated click: the first click's ring is already being created.
    const isRepeated = conversation.callUsers.some(
      (callUser) => callUser.userId === user.id && callUser.type === action && isRinging(callUser),
    );
    if (isRepeated) return joined;
    const own = conversation.callUsers.find(
      ({ userId, type, status }) => userId === user.id && isSupervision(type) && status === 'accepted',
    );
    if (own) {
      if (own.type === action || !mayChangeSupervision(conversation, own)) throw new ApiError('agentBusy');
      deps.log.info({ call: callId, user: user.id, was: own.type, action }, 'supervision changed');
      const event = { type: 'supervisionChanged', callUserId: own.id, to: action, at: now } as const;
      await storeEarlierKind(tx, callId, own, now);
      await advance(deps, tx, outbox, loaded, [event]);
      return joined;
    }
    const supervisor = await findAgent({ db: tx, clock: deps.clock }, user.account_id, user.id);
    if (supervisor?.on_call_id != null) throw new ApiError('agentBusy');
    if (!supervisor?.is_online_app) throw new ApiError('ownPhoneOffline');
    // Their phone would reject the ring.
    if (await showsCallEnd(tx, user.id)) throw new ApiError('ownCallUnfinished');
    const ringRequest = { type: action, userIds: [user.id], invitedBy: handler.id, autoaccept: true };
    const { running, callUserIds } = await invite(deps, tx, outbox, loaded, ringRequest, now);
    if (callUserIds.length === 0) throw new ApiError('agentBusy');
    deps.log.info({ call: callId, user: user.id, action }, 'ringing the supervisor');
    await advance(deps, tx, outbox, running, []);
    return joined;
  });
}
