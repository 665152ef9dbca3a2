import type { Language } from '@offhook/contract/accounts/languages';
import { CALL_USER_STATUSES, type CallUser } from '@offhook/contract/calls/call-user';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { calls, callUsers, users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { WebhookUrls } from '../../platform/telephony/webhook-urls.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { advance, applyEvents, type TransitionDeps } from '../call-transitions.ts';
import { readCallView, viewForCallUser } from '../call-view.ts';
import { conferenceName, lockConversation, toCallUser } from '../conversations.ts';
import { isOpen, type CallUser as RungAgent } from '../core/call-user.ts';
import { decideClaim } from '../core/claim.ts';
import { conferenceRole } from '../core/conversation/hold-and-whisper.ts';
import { goodbyePrompt } from '../core/external-phone.ts';
import { openUsers } from '../core/own-calls.ts';
import { isAwaited, isSupervision } from '../core/parties.ts';
import { DEFAULT_LANGUAGE } from '../core/twiml/prompts.ts';
import { hangUp, joinConference, sayThenHangUp } from '../core/twiml/twiml.ts';
import { readOthersInCall } from '../in-call/others-in-call.ts';
import { readFarEnd } from '../outbound/read-far-end.ts';
import { waitForLeadHold } from './lead-hold.ts';
import { readConsultation, readInvitation, readInviter, readInviterName } from './read-invitations.ts';

export interface AnsweredRing {
  readonly sid: string;
  readonly callId: number;
  readonly callUserId: number;
  readonly legId: number;
}

/** The first to answer joins; all others are hung up. Losing phones are notified before their legs end. */
export async function answerRing(
  deps: TransitionDeps,
  urls: WebhookUrls,
  ring: AnsweredRing,
): Promise<string> {
  const { callId, callUserId, legId, sid } = ring;
  let loser: RingLoser | undefined;
  let language: Language = DEFAULT_LANGUAGE;
  let consults = false;
  let consultants: readonly number[] = [];
  const twiml = await transact(deps, async (tx, outbox) => {
    const loaded = await lockConversation(tx, callId);
    if (!loaded) return hangUp();
    let { conversation } = loaded;
    const verdict = decideClaim(conversation, ring);
    deps.log.info({ call: callId, callUser: callUserId, verdict }, 'ring answered');
    const callUser = conversation.callUsers.find(({ id }) => id === callUserId);
    if (verdict === 'lost') {
      loser = callUser;
      language = loaded.facts.language;
      return hangUp();
    }
    if (verdict !== 'repeated') {
      const isInApp = callUser !== undefined && callUser.externalNumber === null;
      const phoneId = isInApp ? (loaded.phoneIdsByUser.get(callUser.userId) ?? null) : null;
      const at = deps.clock.now();
      conversation = await advance(deps, tx, outbox, loaded, [
        { type: 'agentConnected', callUserId, legId, sid, phoneId, at },
      ]);
    }
    consults = conversation.callUsers.some((callUser) => callUser.id === callUserId && callUser.consults);
    consultants = openUsers(conversation);
    const { facts } = loaded;
    return joinConference({
      conference: conferenceName(callId),
      // Heard only while a lead is being dialed; a caller is already connected.
      waitUrl: urls.wait('ringback'),
      statusCallback: urls.conference(callId),
      recordingCallback: facts.isRecorded ? urls.recording(callId) : null,
      ...conferenceRole(conversation, callUserId, legId),
    });
  });
  if (consults && !(await waitForLeadHold(deps, callId, callUserId))) {
    const at = deps.clock.now();
    const failed = await applyEvents(deps, callId, [{ type: 'consultationFailed', callUserId, at }]);
    const isInCall = failed?.callUsers.some(({ id, status }) => id === callUserId && status === 'accepted');
    return isInCall === true ? twiml : hangUp();
  }
  // The agent's phone shows the consultation from now on.
  if (consults) deps.realtime.ownCallUpdated(callId, consultants);
  // This response ends the leg, so the phone must first be notified of who has the call.
  if (!loser) return twiml;
  const winner = await readUserName(deps, loser.takenBy);
  if (loser.externalNumber !== null) return sayThenHangUp(goodbyePrompt(loser.status, winner, language));
  if (loser.takenBy !== null)
    await deps.realtime.ringWithdrawn(loser.userId, { call_user_id: callUserId, by: winner });
  return twiml;
}

type RingLoser = Pick<RungAgent, 'userId' | 'takenBy' | 'externalNumber' | 'status'>;

export async function readUserName({ db }: TransitionDeps, userId: number | null): Promise<string | null> {
  if (userId === null) return null;
  const [row] = await db.select({ name: users.full_name }).from(users).where(eq(users.id, userId));
  return row?.name ?? null;
}

/** Fetching the ring also acknowledges it. */
export async function readCallUser(
  deps: TransitionDeps,
  user: SignedInUser,
  callUserId: number,
): Promise<CallUser> {
  const { db, clock } = deps;
  const [row] = await db
    .select({ callUser: callUsers, call: calls, takenBy: users.full_name })
    .from(callUsers)
    .innerJoin(calls, eq(calls.id, callUsers.call_id))
    .leftJoin(users, eq(users.id, callUsers.taken_by))
    .where(and(eq(callUsers.id, callUserId), eq(callUsers.user_id, user.id)));
  if (!row) throw new ApiError('notFound');
  const { callUser } = row;
  if (callUser.status === 'ringing' && callUser.acknowledged_at === null)
    await applyEvents(deps, callUser.call_id, [{ type: 'acknowledged', callUserId, at: clock.now() }]);
  const call = await readCallView(db, callUser.call_id, user.country_code);
  if (call === null) throw new ApiError('notFound');
  const resumes = isAwaited(toCallUser(callUser));
  const endedUnjoined =
    callUser.type === 'conference' && callUser.status === 'ended' && row.call.talk_started_at === null;
  return {
    call: {
      ...viewForCallUser(call, callUser.type, row.call, clock.now()),
      held: row.call.held_by === callUserId,
      // Skipped while ringing, because a ring has to be acknowledged quickly.
      far_end:
        callUser.status === 'ringing' ? null : await readFarEnd(db, row.call, callUser.type, clock.now()),
      ...(isSupervision(callUser.type) && {
        supervised_agent: await readSupervisedAgent(db, row.call, callUserId),
      }),
      ...(callUser.status === 'accepted'
        ? await readOthersInCall(db, callUser.call_id, callUserId)
        : { hold: null, lead_left: false, agents: [], supervisors: [] }),
      invitation:
        callUser.status === 'accepted' || endedUnjoined
          ? await readInvitation(db, callUser.call_id, callUserId, clock.now())
          : null,
      consultation:
        callUser.status === 'accepted'
          ? await readConsultation(db, callUser.call_id, callUserId, clock.now())
          : null,
    },
    type: callUser.type,
    autoaccept: callUser.autoaccept || resumes,
    status: CALL_USER_STATUSES.find((status) => status === callUser.status),
    taken_by: row.takenBy,
    invited_by: isOpen(toCallUser(callUser)) ? await readInviter(db, callUser, row.call) : null,
  };
}

function readSupervisedAgent(
  db: Database,
  { claimed_by: handler }: typeof calls.$inferSelect,
  callUserId: number,
): Promise<string | null> | null {
  return handler === null || handler === callUserId ? null : readInviterName(db, handler);
}

export async function ignoreRing(deps: TransitionDeps, user: SignedInUser, callId: number): Promise<void> {
  const callUserId = await findCallUserId(deps.db, user, callId);
  await applyEvents(deps, callId, [{ type: 'ignored', callUserId, at: deps.clock.now() }]);
}

/** Recorded before the leg ends, so that a hang-up differs from a dropped connection. */
export async function hangUpCall(deps: TransitionDeps, user: SignedInUser, callId: number): Promise<void> {
  const callUserId = await findCallUserId(deps.db, user, callId);
  await applyEvents(deps, callId, [{ type: 'hangUpRequested', callUserId, at: deps.clock.now() }]);
}

/** The newest call user: an agent may be rung twice in one call, for the lead and for a transfer. */
async function findCallUserId(db: Database, user: SignedInUser, callId: number): Promise<number> {
  const [row] = await db
    .select({ id: callUsers.id })
    .from(callUsers)
    .where(and(eq(callUsers.call_id, callId), eq(callUsers.user_id, user.id)))
    .orderBy(desc(callUsers.id))
    .limit(1);
  if (!row) throw new ApiError('notFound');
  return row.id;
}
