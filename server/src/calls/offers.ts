/** Rings, from the agent's side: acknowledged, answered (the claim), ignored, hung up. */

import { CALL_USER_STATUSES, type CallUser } from '@offhook/contract/entities';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { calls, callUsers, users } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import type { WebhookUrls } from '../platform/telephony/webhook-urls.ts';
import { transact } from '../platform/work-queue/transact.ts';
import { advance, applyEvents, type StepParts } from './call-steps.ts';
import { asSeenBy, readCallView } from './call-view.ts';
import { callUserOf, conferenceName, lockConversation } from './conversations.ts';
import type { CallUser as RungAgent } from './core/call-user.ts';
import { judgeClaim } from './core/claim.ts';
import { seatOf } from './core/conversation/hearing.ts';
import { farewell } from './core/own-phone.ts';
import { isAwaited } from './core/parties.ts';
import { hangUp, joinConference, sayThenHangUp } from './core/twiml.ts';
import { farEndOf } from './outbound/far-ends.ts';

export interface AnsweredRing {
  readonly sid: string;
  readonly callId: number;
  readonly callUserId: number;
  readonly legId: number;
}

/** The claim: the first to answer joins, the others hang up. Their phones are told before their legs are ended. */
export async function answerRing(parts: StepParts, urls: WebhookUrls, ring: AnsweredRing): Promise<string> {
  const { callId, callUserId, legId, sid } = ring;
  let loser: Loser | undefined;
  const twiml = await transact(parts, async (tx, outbox) => {
    const loaded = await lockConversation(tx, callId);
    if (!loaded) return hangUp();
    let { conversation } = loaded;
    const verdict = judgeClaim(conversation, ring);
    parts.log.info({ call: callId, callUser: callUserId, verdict }, 'ring answered');
    const callUser = conversation.callUsers.find(({ id }) => id === callUserId);
    if (verdict === 'lost') {
      loser = callUser;
      return hangUp();
    }
    if (verdict !== 'again') {
      // Who talks on a phone of their own is in the call by no page.
      const isInApp = callUser !== undefined && callUser.ownNumber === null;
      const phoneId = isInApp ? (loaded.phones.get(callUser.userId) ?? null) : null;
      const at = parts.clock.now();
      conversation = await advance(parts, tx, outbox, loaded, [
        { type: 'agentConnected', callUserId, legId, sid, phoneId, at },
      ]);
    }
    const { facts } = loaded;
    return joinConference({
      conference: conferenceName(callId),
      // Alone in it: a lead is being dialled. A caller who waits is there already.
      waitUrl: urls.wait('ringback'),
      statusCallback: urls.conference(callId),
      recordingCallback: facts.records ? urls.recording(callId) : null,
      ...seatOf(conversation, callUserId, legId),
    });
  });
  // This answer ends the leg at once: the word of who has the call must be at the phone before it.
  if (!loser) return twiml;
  const winner = await nameOf(parts, loser.takenBy);
  if (loser.ownNumber !== null) return sayThenHangUp(farewell(loser.status, winner));
  if (loser.takenBy !== null)
    await parts.realtime.ringWithdrawn(loser.userId, { call_user_id: callUserId, by: winner });
  return twiml;
}

type Loser = Pick<RungAgent, 'userId' | 'takenBy' | 'ownNumber' | 'status'>;

export async function nameOf({ db }: StepParts, userId: number | null): Promise<string | null> {
  if (userId === null) return null;
  const [row] = await db.select({ name: users.full_name }).from(users).where(eq(users.id, userId));
  return row?.name ?? null;
}

/** The phone asks about its ring, and by that says that it has it. */
export async function readCallUser(
  parts: StepParts,
  user: SignedInUser,
  callUserId: number,
): Promise<CallUser> {
  const { db, clock } = parts;
  const [row] = await db
    .select({ callUser: callUsers, call: calls, takenBy: users.full_name })
    .from(callUsers)
    .innerJoin(calls, eq(calls.id, callUsers.call_id))
    .leftJoin(users, eq(users.id, callUsers.taken_by))
    .where(and(eq(callUsers.id, callUserId), eq(callUsers.user_id, user.id)));
  if (!row) throw new ApiError('notFound');
  const { callUser } = row;
  if (callUser.status === 'ringing' && callUser.acknowledged_at === null)
    await applyEvents(parts, callUser.call_id, [{ type: 'acknowledged', callUserId, at: clock.now() }]);
  const call = await readCallView(db, callUser.call_id, user.country_code);
  if (call === null) throw new ApiError('notFound');
  // An agent who comes back into a call is put through without a click.
  const resumes = isAwaited(callUserOf(callUser));
  return {
    call: {
      ...asSeenBy(call, callUser.type, row.call, clock.now()),
      held: row.call.held_by === callUserId,
      // Of a ring, which must be acknowledged in time, there is nothing to say.
      far_end:
        callUser.status === 'ringing' ? null : await farEndOf(db, row.call, callUser.type, clock.now()),
    },
    type: callUser.type,
    autoaccept: callUser.autoaccept || resumes,
    status: CALL_USER_STATUSES.find((status) => status === callUser.status),
    taken_by: row.takenBy,
  };
}

/** 'Ignore'. Said twice, or about a ring that is over, it changes nothing. */
export async function ignoreRing(parts: StepParts, user: SignedInUser, callId: number): Promise<void> {
  const callUserId = await ownCallUser(parts.db, user, callId);
  await applyEvents(parts, callId, [{ type: 'ignored', callUserId, at: parts.clock.now() }]);
}

/** 'Hang Up': said before the leg ends, so that a vanished agent can be told from one who is done. */
export async function endCall(parts: StepParts, user: SignedInUser, callId: number): Promise<void> {
  const callUserId = await ownCallUser(parts.db, user, callId);
  await applyEvents(parts, callId, [{ type: 'hangUpAsked', callUserId, at: parts.clock.now() }]);
}

/** Somebody may have been rung in one call twice, for the lead and for a transfer of it: the newest counts. */
async function ownCallUser(db: Database, user: SignedInUser, callId: number): Promise<number> {
  const [row] = await db
    .select({ id: callUsers.id })
    .from(callUsers)
    .where(and(eq(callUsers.call_id, callId), eq(callUsers.user_id, user.id)))
    .orderBy(desc(callUsers.id))
    .limit(1);
  if (!row) throw new ApiError('notFound');
  return row.id;
}
