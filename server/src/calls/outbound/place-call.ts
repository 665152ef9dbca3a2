import type { Call } from '@offhook/contract/calls/call';
import { RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { parseVoiceIdentity } from '../../accounts/core/page-identity.ts';
import { findFirstTeam } from '../../accounts/settings/teams.ts';
import { readAccountRules } from '../../leads/contact-facts.ts';
import { mayAgentCall } from '../../leads/core/consent/callable.ts';
import { rejectBusyLead } from '../../leads/lead-busy.ts';
import { upsertLead } from '../../leads/lead-rows.ts';
import { addCallUser } from '../../platform/database/call-users.ts';
import type { Database } from '../../platform/database/database.ts';
import { calls, callUsers, users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { maskNumber, readNumberToCall } from '../../platform/phone-numbers/phone-numbers.ts';
import type { WebhookUrls } from '../../platform/telephony/webhook-urls.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { advance, type TransitionDeps } from '../call-transitions.ts';
import { readCallView } from '../call-view.ts';
import { addLeg, conferenceName, lockConversation } from '../conversations.ts';
import { decideClaim } from '../core/claim.ts';
import { hangUp, joinConference } from '../core/twiml/twiml.ts';
import { createCall } from './create-call.ts';
import { findChosenNumber, findTeamLine } from './lines.ts';

export interface CallRequest {
  readonly fname: string | null;
  readonly lname: string | null;
  readonly phone_number: string;
  readonly agent_id: number;
}

export interface PlacedCall {
  readonly success: true;
  readonly call_user_id: number;
  readonly call: Call;
}

const MAX_CALLS_PER_MINUTE = 20;

export async function placeCall(
  deps: TransitionDeps,
  user: SignedInUser,
  request: CallRequest,
): Promise<PlacedCall> {
  if (request.agent_id !== user.id) throw new ApiError('forbidden');
  const account = await readAccountRules(deps.db, user.account_id);
  const number = readNumberToCall(request.phone_number, account.country, account.numbers, {
    dialsExtension: true,
  });
  const ids = await transact(deps, async (tx, outbox) => {
    const now = deps.clock.now();
    // Lock order: first the lead, then agents.
    const teamId = await findFirstTeam(tx, user.id);
    const names = { fname: request.fname, lname: request.lname, teamId };
    const country = user.country_code;
    const lead = await upsertLead(tx, user.account_id, number.phoneNumber, country, 'agent', names, now);
    // A double click must find the first click's call.
    await tx.execute(sql`select 1 from ${users} where id = ${user.id} for update`);
    const open = await findOpenCall(tx, user.id);
    if (open) {
      const isSame = open.phoneNumber === number.phoneNumber && open.extension === number.extension;
      const isRepeated = open.type === 'outbound' && isSame && open.status === 'ringing';
      if (!isRepeated) throw new ApiError('agentBusy');
      return { callId: open.callId, callUserId: open.callUserId };
    }
    if (!deps.acceptsNewCalls()) throw new ApiError('startingAgain');
    if (!mayAgentCall({ doNotCall: lead.do_not_call, isRemoved: lead.is_removed }))
      throw new ApiError('doNotCall');
    const { account_id: accountId } = user;
    await rejectBusyLead(tx, user.id, { accountId, leadId: lead.id, phoneNumber: number.phoneNumber });
    await enforceCallRate(tx, user.id, now);
    const line = await findTeamLine(tx, accountId, teamId);
    if (line === null) throw new ApiError('noNumber');
    const created = await createCall(tx, {
      accountId,
      type: 'outbound',
      direction: 'outbound',
      line,
      lead,
      extension: number.extension,
      at: now,
    });
    if (created === null) throw new Error('a call without an idempotency key is always created');
    const { facts } = created;
    const callUser = await addCallUser(tx, {
      call_id: facts.id,
      user_id: user.id,
      type: 'outbound',
      status: 'ringing',
      created_at: new Date(now),
    });
    await addLeg(tx, { callId: facts.id, kind: 'agent', callUserId: callUser.id, at: now });
    outbox.effects.push({
      callId: facts.id,
      dueAt: now + RING_TIMEOUT_MS,
      effect: { kind: 'ringTimeout', callUserId: callUser.id },
    });
    outbox.afterCommit.push(() => deps.realtime.agentUpdated(facts.accountId, user.id));
    deps.log.info({ call: facts.id, user: user.id, to: maskNumber(number.phoneNumber) }, 'call placed');
    return { callId: facts.id, callUserId: callUser.id };
  });
  const call = await readCallView(deps.db, ids.callId, user.country_code);
  if (call === null) throw new ApiError('internal');
  return { success: true, call_user_id: ids.callUserId, call: { ...call, far_end: null } };
}

async function findOpenCall(tx: Database, userId: number) {
  const [row] = await tx
    .select({
      callId: calls.id,
      callUserId: callUsers.id,
      type: callUsers.type,
      status: callUsers.status,
      phoneNumber: calls.phone_number,
      extension: calls.extension,
    })
    .from(callUsers)
    .innerJoin(calls, eq(calls.id, callUsers.call_id))
    .where(and(eq(callUsers.user_id, userId), isNull(callUsers.ended_at)));
  return row;
}

async function enforceCallRate(tx: Database, userId: number, now: number): Promise<void> {
  const [row] = await tx
    .select({ placed: sql<number>`count(*)::int` })
    .from(callUsers)
    .where(
      and(
        eq(callUsers.user_id, userId),
        eq(callUsers.type, 'outbound'),
        gt(callUsers.created_at, new Date(now - 60_000)),
      ),
    );
  if ((row?.placed ?? 0) >= MAX_CALLS_PER_MINUTE) throw new ApiError('tooManyRequests');
}

export interface DeviceCall {
  readonly sid: string;
  /** `client:` and the identity from the access token, which the provider verified. */
  readonly from: string;
  readonly to: string;
  readonly callUserId: number;
  readonly callerId: number | null;
}

/** The device must belong to the agent who placed the call, and dial the number that was checked. */
export async function connectDevice(
  deps: TransitionDeps,
  urls: WebhookUrls,
  device: DeviceCall,
): Promise<string> {
  const callId = await findCallId(deps.db, device.callUserId);
  if (callId === null) return rejectDevice(deps, device, 'unknown call user');
  return transact(deps, async (tx, outbox) => {
    const loaded = await lockConversation(tx, callId);
    const callUser = loaded?.conversation.callUsers.find(({ id }) => id === device.callUserId);
    const leg = loaded?.conversation.legs.find(({ callUserId }) => callUserId === device.callUserId);
    if (!loaded || !callUser || !leg) return rejectDevice(deps, device, 'unknown call user');
    if (parseVoiceIdentity(device.from.replace(/^client:/, '')) !== callUser.userId)
      return rejectDevice(deps, device, "another agent's call");
    if (callUser.type !== 'outbound' || device.to !== loaded.facts.phoneNumber)
      return rejectDevice(deps, device, 'another number');
    const claim = { callUserId: callUser.id, legId: leg.id, sid: device.sid };
    const verdict = decideClaim(loaded.conversation, claim);
    if (verdict === 'lost') return rejectDevice(deps, device, 'the call is over');
    const recordingCallback = loaded.facts.isRecorded ? urls.recording(callId) : null;
    const twiml = joinConference({
      conference: conferenceName(callId),
      waitUrl: urls.wait('ringback'),
      statusCallback: urls.conference(callId),
      recordingCallback,
    });
    if (verdict === 'repeated') return twiml;
    const number = await findChosenNumber(tx, loaded.facts.accountId, device.callerId);
    if (number) await tx.update(calls).set({ number_id: number.id }).where(eq(calls.id, callId));
    const facts = number ? { ...loaded.facts, fromNumber: number.phoneNumber } : loaded.facts;
    const now = deps.clock.now();
    const phoneId = loaded.phoneIdsByUser.get(callUser.userId) ?? null;
    await advance(deps, tx, outbox, { ...loaded, facts }, [
      { type: 'agentConnected', ...claim, phoneId, at: now },
    ]);
    outbox.effects.push({
      callId,
      dueAt: now + VERIFY_AFTER_MS,
      effect: { kind: 'verifyLeg', legId: leg.id },
    });
    return twiml;
  });
}

/** The end of a leg may be reported before its start, so the leg is looked up this long after the start. */
export const VERIFY_AFTER_MS = 2_000;

function rejectDevice({ log }: TransitionDeps, { sid, callUserId }: DeviceCall, reason: string): string {
  log.warn({ sid, callUser: callUserId, reason }, 'device call rejected');
  return hangUp();
}

async function findCallId(db: Database, callUserId: number): Promise<number | null> {
  const [row] = await db
    .select({ callId: callUsers.call_id })
    .from(callUsers)
    .where(eq(callUsers.id, callUserId));
  return row?.callId ?? null;
}
