/** A supervisor joins a colleague's call: to listen, to whisper to the agent, or to talk with everybody. */

import type { ActiveCall } from '@offhook/contract/entities';
import {
  type SuperviseAction,
  type SupervisionObstacle,
  supervisionObstacle,
} from '@offhook/contract/permissions';
import { ApiError, type ApiErrorCode } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { agentOf } from '../../presence/agents.ts';
import { advance, type StepParts } from '../call-steps.ts';
import { lockConversation } from '../conversations.ts';
import { phaseOf } from '../core/call-lifecycle.ts';
import { isRinging } from '../core/call-user.ts';
import { handlerOf, isPresent } from '../core/parties.ts';
import { invite } from '../rings/invitations.ts';

const REFUSED: Readonly<Record<SupervisionObstacle, ApiErrorCode>> = {
  permission: 'forbidden',
  account: 'notFound',
  oneself: 'forbidden',
  call: 'agentUnavailable',
};

/** The supervisor's own phone is rung, and accepts by itself. */
export async function supervise(
  parts: StepParts,
  user: SignedInUser,
  callId: number,
  action: SuperviseAction,
): Promise<ActiveCall> {
  return transact(parts, async (tx, outbox) => {
    const now = parts.clock.now();
    const loaded = await lockConversation(tx, callId);
    const isOver = !loaded || phaseOf(loaded.conversation.call) === 'ended';
    const handler = isOver ? undefined : handlerOf(loaded.conversation);
    const obstacle = supervisionObstacle(user, action, {
      id: handler?.userId ?? null,
      account_id: loaded?.facts.accountId ?? null,
      on_call_id: handler && isPresent(handler) ? callId : null,
    });
    if (obstacle === 'call' && isOver) throw new ApiError('callEnded');
    if (obstacle !== null || !loaded || !handler) throw new ApiError(REFUSED[obstacle ?? 'call']);
    const { conversation } = loaded;
    const { talkStartedAt } = conversation.call;
    const seconds = talkStartedAt === null ? 0 : Math.max(0, Math.round((now - talkStartedAt) / 1000));
    const joined: ActiveCall = { id: callId, type: action, seconds_since_started_at: seconds };
    // The second click of two: the first one's ring is on its way.
    const again = conversation.callUsers.some(
      (one) => one.userId === user.id && one.type === action && isRinging(one),
    );
    if (again) return joined;
    const [own] = (await agentOf({ db: tx, clock: parts.clock }, user.account_id, user.id)) ?? [];
    if (own?.on_call_id != null) throw new ApiError('agentBusy');
    // They may be on the live board, with no phone open.
    if (!own?.is_online_app) throw new ApiError('ownPhoneOffline');
    const wish = { type: action, userIds: [user.id], invitedBy: handler.id, autoaccept: true };
    const { running, callUserIds } = await invite(parts, tx, outbox, loaded, wish, now);
    if (callUserIds.length === 0) throw new ApiError('agentBusy');
    parts.log.info({ call: callId, user: user.id, action }, 'supervisor joins');
    await advance(parts, tx, outbox, running, []);
    return joined;
  });
}
