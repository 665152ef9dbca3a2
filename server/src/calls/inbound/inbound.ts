import { eq } from 'drizzle-orm';
import { cancelAttempts } from '../../leads/scheduled-calls/scheduled-calls.ts';
import { findKnownCaller } from '../../leads/unknown-callers.ts';
import { english } from '../../platform/core/sentences.ts';
import type { Database } from '../../platform/database/database.ts';
import { accounts, legs, numbers, profiles } from '../../platform/database/schema.ts';
import { readNumber } from '../../platform/phone-numbers/phone-numbers.ts';
import { type Outbox, transact } from '../../platform/work-queue/transact.ts';
import { advance, type TransitionDeps } from '../call-transitions.ts';
import { addLeg, conferenceName, type LoadedConversation, lockConversation } from '../conversations.ts';
import { phaseOf } from '../core/call-lifecycle.ts';
import { DEFAULT_LANGUAGE, recordingAnnouncement } from '../core/twiml/prompts.ts';
import { hangUp, joinConference, playWelcome } from '../core/twiml/twiml.ts';
import { createCall } from '../outbound/create-call.ts';
import { VERIFY_AFTER_MS } from '../outbound/place-call.ts';
import { findPlayable, type GreetingDeps } from '../voicemail/playable-greeting.ts';
import { noAnswerTwiml } from '../voicemail/voicemail.ts';

export interface InboundCall {
  readonly sid: string;
  /** Not a phone number if the caller withholds it. */
  readonly from: string;
  readonly to: string;
}

type InboundDeps = TransitionDeps & GreetingDeps;

export async function receiveCall(deps: InboundDeps, inbound: InboundCall): Promise<string> {
  const waiting = await transact<WaitingCall | 'unknown' | 'unassigned'>(deps, async (tx, outbox) => {
    const now = deps.clock.now();
    const knownCallId = await findCallOfLeg(tx, inbound.sid);
    if (knownCallId !== null) {
      // The provider repeats its request if our first response was lost.
      const loaded = await lockConversation(tx, knownCallId);
      return loaded ?? 'unknown';
    }
    const line = await findLineOfNumber(tx, inbound.to);
    if (line === null) {
      deps.log.warn({ sid: inbound.sid }, 'call to an unassigned number');
      return 'unassigned';
    }
    const { accountId, country } = line;
    const phoneNumber = readNumber(inbound.from, country)?.phoneNumber ?? inbound.from.slice(0, 50);
    const lead = await findKnownCaller(tx, line, phoneNumber, now);
    const created = await createCall(tx, {
      accountId,
      type: 'inbound',
      direction: 'inbound',
      line,
      lead,
      phoneNumber,
      at: now,
    });
    if (created === null) throw new Error('a call without an idempotency key is always created');
    if (lead !== null) await cancelAttempts(tx, lead.id, english({ id: 'schedule.leadCalled' }), now);
    const { facts } = created;
    const { sid } = inbound;
    const caller = await addLeg(tx, {
      callId: facts.id,
      kind: 'caller',
      callUserId: null,
      sid,
      answeredAt: now,
      at: now,
    });
    outbox.afterCommit.push(() => deps.realtime.callUpdated(accountId, facts.id, []));
    outbox.effects.push({
      callId: facts.id,
      dueAt: now + VERIFY_AFTER_MS,
      effect: { kind: 'verifyLeg', legId: caller.id },
    });
    const loaded = { facts, conversation: { ...created.conversation, legs: [caller] } };
    return facts.welcome === null ? ringAgents(deps, tx, outbox, loaded) : loaded;
  });
  if (waiting === 'unassigned') return noAnswerTwiml(deps, 0, null, DEFAULT_LANGUAGE);
  return waiting === 'unknown' ? hangUp() : twimlFor(deps, waiting);
}

export async function ringAfterWelcome(
  deps: InboundDeps,
  { callId, sid }: { readonly callId: number; readonly sid: string },
): Promise<string> {
  const waiting = await transact<WaitingCall | null>(deps, async (tx, outbox) => {
    const loaded = await lockConversation(tx, callId);
    const isCaller = loaded?.conversation.legs.some((leg) => leg.kind === 'caller' && leg.sid === sid);
    return loaded && isCaller ? ringAgents(deps, tx, outbox, loaded) : null;
  });
  return waiting === null ? hangUp() : twimlFor(deps, waiting);
}

type WaitingCall = Pick<LoadedConversation, 'facts' | 'conversation'>;

async function ringAgents(
  deps: TransitionDeps,
  tx: Database,
  outbox: Outbox,
  { facts, conversation }: WaitingCall,
): Promise<WaitingCall> {
  const ready = { type: 'callerReady', at: deps.clock.now() } as const;
  const after = await advance(deps, tx, outbox, { facts, conversation }, [ready]);
  // The response to this request already contains the unavailable message or the voicemail greeting.
  const others = outbox.effects.filter(
    ({ effect: { kind } }) => kind !== 'apologise' && kind !== 'takeMessage',
  );
  outbox.effects.splice(0, Number.POSITIVE_INFINITY, ...others);
  const { status } = after.call;
  deps.log.info({ call: facts.id, status, agents: after.callUsers.length }, 'inbound call received');
  return { facts, conversation: after };
}

/** Repeated requests get the same response. */
async function twimlFor(deps: GreetingDeps, { facts, conversation }: WaitingCall): Promise<string> {
  const { urls } = deps;
  const { id: callId, isRecorded, announcesRecording, language } = facts;
  switch (phaseOf(conversation.call)) {
    case 'voicemail':
      return noAnswerTwiml(deps, callId, facts.voicemailGreeting, language);
    case 'ended':
      return conversation.call.claimedBy === null ? noAnswerTwiml(deps, callId, null, language) : hangUp();
    case 'offering':
      if (conversation.callUsers.length === 0 && facts.welcome !== null)
        return playWelcome(await findPlayable(deps, facts.welcome), urls.callerReady(callId));
  }
  return joinConference({
    conference: conferenceName(callId),
    waitUrl: urls.wait('music'),
    statusCallback: urls.conference(callId),
    recordingCallback: isRecorded ? urls.recording(callId) : null,
    announcement: announcesRecording ? recordingAnnouncement(language) : null,
  });
}

async function findCallOfLeg(tx: Database, sid: string): Promise<number | null> {
  const [row] = await tx.select({ callId: legs.call_id }).from(legs).where(eq(legs.provider_sid, sid));
  return row?.callId ?? null;
}

async function findLineOfNumber(tx: Database, phoneNumber: string) {
  const [row] = await tx
    .select({ number: numbers, profile: profiles, country: accounts.country_code })
    .from(numbers)
    .innerJoin(accounts, eq(accounts.id, numbers.account_id))
    .leftJoin(profiles, eq(profiles.team_id, numbers.team_id))
    .where(eq(numbers.phone_number, phoneNumber));
  if (!row) return null;
  return {
    accountId: row.number.account_id,
    country: row.country,
    teamId: row.number.team_id,
    numberId: row.number.id,
    phoneNumber: row.number.phone_number,
    profile: row.profile,
  };
}
