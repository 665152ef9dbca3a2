/** Agents talk with each other: one calls another, or asks another into the call that is running. */

import type { Call } from '@offhook/contract/entities';
import { canJoinConference, mayStartConference } from '@offhook/contract/permissions';
import { inArray } from 'drizzle-orm';
import { findFirstTeam } from '../../accounts/settings/teams.ts';
import type { Database } from '../../platform/database/database.ts';
import { users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { type Outbox, transact } from '../../platform/work-queue/transact.ts';
import { agentOf, openPartOf } from '../../presence/agents.ts';
import { advance, type StepParts } from '../call-steps.ts';
import { readCallView } from '../call-view.ts';
import { addCall } from '../outbound/call-making.ts';
import { lineOfTeam } from '../outbound/lines.ts';
import { lockOwnPart } from '../own-part.ts';
import { invite } from '../rings/invitations.ts';

export async function startConference(parts: StepParts, user: SignedInUser, userId: number): Promise<Call> {
  if (!mayStartConference(user)) throw new ApiError('forbidden');
  const callId = await transact(parts, async (tx, outbox) => {
    const view = { db: tx, clock: parts.clock };
    const [target] = (await agentOf(view, user.account_id, userId)) ?? [];
    if (!target) throw new ApiError('notFound');
    if (target.id === user.id) throw new ApiError('agentUnavailable');
    const open = await openPartOf(tx, user.id);
    if (open?.status === 'ringing') {
      // The second click of two: the first one's rings are on their way.
      const again = open.type === 'conference' && (await openPartOf(tx, userId))?.callId === open.callId;
      if (!again) throw new ApiError('agentBusy');
      return open.callId;
    }
    if (open && (await openPartOf(tx, userId))?.callId === open.callId) return open.callId;
    if (!canJoinConference(target)) throw new ApiError('agentUnavailable');
    return open
      ? askIn(parts, tx, outbox, user, open.callId, userId)
      : openConference(parts, tx, outbox, user, userId);
  });
  const call = await readCallView(parts.db, callId, user.country_code);
  if (call === null) throw new ApiError('internal');
  return { ...call, type: 'conference' };
}

async function askIn(
  parts: StepParts,
  tx: Database,
  outbox: Outbox,
  user: SignedInUser,
  callId: number,
  userId: number,
): Promise<number> {
  const { loaded, callUser } = await lockOwnPart(tx, user, callId);
  const wish = { type: 'conference', userIds: [userId], invitedBy: callUser.id } as const;
  const { running, callUserIds } = await invite(parts, tx, outbox, loaded, wish, parts.clock.now());
  if (callUserIds.length === 0) throw new ApiError('agentUnavailable');
  parts.log.info({ call: callId, user: user.id, asked: userId }, 'agent asked in');
  await advance(parts, tx, outbox, running, []);
  return callId;
}

/** Both are rung; the one who asked is put through without a click. */
async function openConference(
  parts: StepParts,
  tx: Database,
  outbox: Outbox,
  user: SignedInUser,
  userId: number,
): Promise<number> {
  if (!parts.beginsCalls()) throw new ApiError('startingAgain');
  const [own] = (await agentOf({ db: tx, clock: parts.clock }, user.account_id, user.id)) ?? [];
  if (!own?.is_online_app) throw new ApiError('agentUnavailable');
  const now = parts.clock.now();
  const line = await lineOfTeam(tx, user.account_id, await findFirstTeam(tx, user.id));
  if (line === null) throw new ApiError('noNumber');
  // In the order of their ids, as everybody does.
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [user.id, userId]))
    .orderBy(users.id)
    .for('update');
  const made = await addCall(tx, {
    accountId: user.account_id,
    type: 'conference',
    direction: 'outbound',
    line,
    lead: null,
    at: now,
  });
  if (made === null) throw new Error('a call without a key is always added');
  const mine = { type: 'conference', userIds: [user.id], autoaccept: true } as const;
  const first = await invite(parts, tx, outbox, made, mine, now);
  const [callUserId] = first.callUserIds;
  if (callUserId === undefined) throw new ApiError('agentBusy');
  const theirs = { type: 'conference', userIds: [userId], invitedBy: callUserId } as const;
  const second = await invite(parts, tx, outbox, first.running, theirs, now);
  if (second.callUserIds.length === 0) throw new ApiError('agentUnavailable');
  parts.log.info({ call: made.facts.id, user: user.id, asked: userId }, 'conference opened');
  outbox.afterCommit.push(() => parts.realtime.callUpdated(user.account_id, made.facts.id));
  await advance(parts, tx, outbox, second.running, [{ type: 'conferenceOpened', callUserId, at: now }]);
  return made.facts.id;
}
