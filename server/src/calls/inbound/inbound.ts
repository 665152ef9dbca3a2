/** A call on one of the account's numbers: the caller is welcomed, and waits with music while the agents are rung. */

import { eq } from 'drizzle-orm';
import { cancelScheduledCalls } from '../../leads/scheduled-calls.ts';
import { findKnownCaller } from '../../leads/unknown-callers.ts';
import type { Database } from '../../platform/database/database.ts';
import { accounts, legs, numbers, profiles } from '../../platform/database/schema.ts';
import { readNumber } from '../../platform/phone-numbers/phone-numbers.ts';
import type { WebhookUrls } from '../../platform/telephony/webhook-urls.ts';
import { type Outbox, transact } from '../../platform/work-queue/transact.ts';
import { advance, type StepParts } from '../call-steps.ts';
import { addLeg, conferenceName, type Loaded, lockConversation } from '../conversations.ts';
import { phaseOf } from '../core/call-lifecycle.ts';
import { hangUp, joinConference, RECORDING_ANNOUNCEMENT, welcome } from '../core/twiml.ts';
import { addCall } from '../outbound/call-making.ts';
import { VERIFY_AFTER_MS } from '../outbound/outbound.ts';
import { lastDocument } from '../voicemail/voicemail.ts';

export interface InboundCall {
  readonly sid: string;
  /** The caller; anything but a number when it is withheld. */
  readonly from: string;
  /** One of the account's numbers. */
  readonly to: string;
}

export async function receiveCall(
  parts: StepParts,
  urls: WebhookUrls,
  inbound: InboundCall,
): Promise<string> {
  return transact(parts, async (tx, outbox) => {
    const now = parts.clock.now();
    const known = await callOfLeg(tx, inbound.sid);
    if (known !== null) {
      // The provider asks again when our first answer got lost.
      const loaded = await lockConversation(tx, known);
      return loaded ? answerFor(urls, loaded) : hangUp();
    }
    const line = await lineOfNumber(tx, inbound.to);
    if (line === null) {
      parts.log.warn({ sid: inbound.sid }, 'call on an unknown number');
      return lastDocument(urls, 0, null);
    }
    const { accountId, country } = line;
    // A withheld number is kept as the provider writes it.
    const phoneNumber = readNumber(inbound.from, country)?.phoneNumber ?? inbound.from.slice(0, 50);
    const lead = await findKnownCaller(tx, line, phoneNumber, now);
    const made = await addCall(tx, {
      accountId,
      type: 'inbound',
      direction: 'inbound',
      line,
      lead,
      phoneNumber,
      at: now,
    });
    if (made === null) throw new Error('a call without a key is always added');
    if (lead !== null) await cancelScheduledCalls(tx, lead.id, 'The lead called', now);
    const { facts } = made;
    const { sid } = inbound;
    const caller = await addLeg(tx, {
      callId: facts.id,
      kind: 'caller',
      callUserId: null,
      sid,
      answeredAt: now,
      at: now,
    });
    outbox.afterCommit.push(() => parts.realtime.callUpdated(accountId, facts.id));
    outbox.effects.push({
      callId: facts.id,
      dueAt: now + VERIFY_AFTER_MS,
      effect: { kind: 'verifyLeg', legId: caller.id },
    });
    const loaded = { facts, conversation: { ...made.conversation, legs: [caller] } };
    if (facts.welcome !== null) return answerFor(urls, loaded);
    return beginToRing(parts, urls, tx, outbox, loaded);
  });
}

/** The caller has heard the welcome: the agents are rung now. */
export async function receiveWelcomed(
  parts: StepParts,
  urls: WebhookUrls,
  { callId, sid }: { readonly callId: number; readonly sid: string },
): Promise<string> {
  return transact(parts, async (tx, outbox) => {
    const loaded = await lockConversation(tx, callId);
    const isCaller = loaded?.conversation.legs.some((leg) => leg.kind === 'caller' && leg.sid === sid);
    return loaded && isCaller ? beginToRing(parts, urls, tx, outbox, loaded) : hangUp();
  });
}

type Waiting = Pick<Loaded, 'facts' | 'conversation'>;

async function beginToRing(
  parts: StepParts,
  urls: WebhookUrls,
  tx: Database,
  outbox: Outbox,
  { facts, conversation }: Waiting,
): Promise<string> {
  const ready = { type: 'callerReady', at: parts.clock.now() } as const;
  const after = await advance(parts, tx, outbox, { facts, conversation }, [ready]);
  // The answer to this very request brings what a caller hears whom nobody takes: no effect has to.
  const others = outbox.effects.filter(
    ({ effect: { kind } }) => kind !== 'apologise' && kind !== 'takeMessage',
  );
  outbox.effects.splice(0, Number.POSITIVE_INFINITY, ...others);
  const { status } = after.call;
  parts.log.info({ call: facts.id, status, agents: after.callUsers.length }, 'inbound call');
  return answerFor(urls, { facts, conversation: after });
}

/** What the caller hears now: the same, whenever and however often the provider asks. */
function answerFor(urls: WebhookUrls, { facts, conversation }: Waiting): string {
  const { id: callId, records, announces } = facts;
  switch (phaseOf(conversation.call)) {
    case 'voicemail':
      return lastDocument(urls, callId, facts.greeting);
    case 'ended':
      return conversation.call.claimedBy === null ? lastDocument(urls, callId, null) : hangUp();
    case 'offering':
      if (conversation.callUsers.length === 0 && facts.welcome !== null)
        return welcome(facts.welcome, urls.callerReady(callId));
  }
  return joinConference({
    conference: conferenceName(callId),
    waitUrl: urls.wait('music'),
    statusCallback: urls.conference(callId),
    recordingCallback: records ? urls.recording(callId) : null,
    // The agents' phones ring meanwhile.
    announcement: announces ? RECORDING_ANNOUNCEMENT : null,
  });
}

async function callOfLeg(tx: Database, sid: string): Promise<number | null> {
  const [row] = await tx.select({ callId: legs.call_id }).from(legs).where(eq(legs.provider_sid, sid));
  return row?.callId ?? null;
}

async function lineOfNumber(tx: Database, phoneNumber: string) {
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
