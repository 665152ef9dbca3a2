import { canJoinConference, mayStartConference } from '@offhook/contract/accounts/permissions';
import type { Call } from '@offhook/contract/calls/call';
import { inArray } from 'drizzle-orm';
import { findFirstTeam } from '../../accounts/settings/teams.ts';
import type { Database } from '../../platform/database/database.ts';
import { users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { type Outbox, transact } from '../../platform/work-queue/transact.ts';
import { findAgent, findOpenCallUser } from '../../presence/agents.ts';
import { lockActiveCallUser } from '../active-call-user.ts';
import { advance, notifyOfChangedCall, type TransitionDeps } from '../call-transitions.ts';
import { readCallView } from '../call-view.ts';
import { consultation } from '../core/parties.ts';
import { createCall } from '../outbound/create-call.ts';
import { findTeamLine } from '../outbound/lines.ts';
import { invite } from '../rings/invitations.ts';
import { storeHandOverNote } from '../rings/running-note.ts';

export interface ConferenceRequest {
  readonly user_id: number;
  readonly reason?: string | null | undefined;
  readonly note?: string | null | undefined;
}

export async function startConference(
  deps: TransitionDeps,
  user: SignedInUser,
  { user_id: userId, reason, note }: ConferenceRequest,
): Promise<Call> {
  const asked = { userId, reason: reason || null, note };
  if (!mayStartConference(user)) throw new ApiError('forbidden');
  const callId = await transact(deps, async (tx, outbox) => {
    const view = { db: tx, clock: deps.clock };
    const target = await findAgent(view, user.account_id, userId);
    if (!target) throw new ApiError('notFound');
    if (target.id === user.id) throw new ApiError('agentUnavailable');
    const open = await findOpenCallUser(tx, user.id);
    if (open?.status === 'ringing') {
      // A repeated click: the first click's rings are already being created.
      const isRepeated =
        open.type === 'conference' && (await findOpenCallUser(tx, userId))?.callId === open.callId;
      if (!isRepeated) throw new ApiError('agentBusy');
      return open.callId;
    }
    if (open && (await findOpenCallUser(tx, userId))?.callId === open.callId) return open.callId;
    if (!canJoinConference(target)) throw new ApiError('agentUnavailable');
    return open
      ? inviteIntoCall(deps, tx, outbox, user, open.callId, asked)
      : openConference(deps, tx, outbox, user, asked);
  });
  const call = await readCallView(deps.db, callId, user.country_code);
  if (call === null) throw new ApiError('internal');
  return { ...call, type: 'conference' };
}

interface Asked {
  readonly userId: number;
  readonly reason: string | null;
  readonly note: string | null | undefined;
}

async function inviteIntoCall(
  deps: TransitionDeps,
  tx: Database,
  outbox: Outbox,
  user: SignedInUser,
  callId: number,
  { userId, reason, note }: Asked,
): Promise<number> {
  const { loaded, callUser } = await lockActiveCallUser(tx, user, callId);
  if (consultation(loaded.conversation) !== null) throw new ApiError('agentBusy');
  await storeHandOverNote(tx, callUser.id, note);
  const ringRequest = { type: 'conference', userIds: [userId], invitedBy: callUser.id, reason } as const;
  const { running, callUserIds } = await invite(deps, tx, outbox, loaded, ringRequest, deps.clock.now());
  if (callUserIds.length === 0) throw new ApiError('agentUnavailable');
  deps.log.info({ call: callId, user: user.id, asked: userId }, 'agent invited');
  await advance(deps, tx, outbox, running, []);
  return callId;
}

async function openConference(
  deps: TransitionDeps,
  tx: Database,
  outbox: Outbox,
  user: SignedInUser,
  { userId, reason }: Asked,
): Promise<number> {
  if (!deps.acceptsNewCalls()) throw new ApiError('startingAgain');
  const host = await findAgent({ db: tx, clock: deps.clock }, user.account_id, user.id);
  if (!host?.is_online_app) throw new ApiError('ownPhoneOffline');
  const now = deps.clock.now();
  const line = await findTeamLine(tx, user.account_id, await findFirstTeam(tx, user.id));
  if (line === null) throw new ApiError('noNumber');
  // All code locks users in ID order, to avoid deadlocks.
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [user.id, userId]))
    .orderBy(users.id)
    .for('update');
  const created = await createCall(tx, {
    accountId: user.account_id,
    type: 'conference',
    direction: 'outbound',
    line,
    lead: null,
    at: now,
  });
  if (created === null) throw new Error('a call without an idempotency key is always created');
  const hostRing = { type: 'conference', userIds: [user.id], autoaccept: true } as const;
  const first = await invite(deps, tx, outbox, created, hostRing, now);
  const [callUserId] = first.callUserIds;
  if (callUserId === undefined) throw new ApiError('agentBusy');
  const targetRing = { type: 'conference', userIds: [userId], invitedBy: callUserId, reason } as const;
  const second = await invite(deps, tx, outbox, first.running, targetRing, now);
  if (second.callUserIds.length === 0) throw new ApiError('agentUnavailable');
  deps.log.info({ call: created.facts.id, user: user.id, asked: userId }, 'conference opened');
  notifyOfChangedCall(deps, outbox, second.running);
  await advance(deps, tx, outbox, second.running, [{ type: 'conferenceOpened', callUserId, at: now }]);
  return created.facts.id;
}
