/** A call on one of the account's numbers: the caller waits with music while the agents are rung. */
import { eq } from 'drizzle-orm';
import { hangUp, joinConference, RECORDING_ANNOUNCEMENT, sayThenHangUp } from '../core/twiml.ts';
import type { Database } from '../store/database.ts';
import { accounts, legs, numbers, profiles } from '../store/schema.ts';
import { addCall, upsertLead } from './call-making.ts';
import { advance, hintRung, type StepParts, transact } from './call-steps.ts';
import { addLeg, type CallFacts, conferenceName, lockConversation } from './conversations.ts';
import { VERIFY_AFTER_MS } from './outbound.ts';
import { readNumber } from './phone-numbers.ts';
import { dropPlans } from './planned-calls.ts';
import { offerToNext } from './rings.ts';
import type { WebhookUrls } from './webhook-urls.ts';

export interface InboundCall {
  readonly sid: string;
  /** The caller; anything but a number when it is withheld. */
  readonly from: string;
  /** One of the account's numbers. */
  readonly to: string;
}

const APOLOGY = 'Thank you for calling. Nobody can take your call right now. Please try again later.';

export async function receiveCall(
  parts: StepParts,
  urls: WebhookUrls,
  inbound: InboundCall,
): Promise<string> {
  return transact(parts, async (tx, outbox) => {
    const now = parts.clock.now();
    const wait = ({ id: callId, records, announces }: Pick<CallFacts, 'id' | 'records' | 'announces'>) =>
      joinConference({
        conference: conferenceName(callId),
        waitUrl: urls.wait('music'),
        statusCallback: urls.conference(callId),
        recordingCallback: records ? urls.recording(callId) : null,
        // The agents' phones ring meanwhile.
        announcement: announces ? RECORDING_ANNOUNCEMENT : null,
      });
    const known = await callOfLeg(tx, inbound.sid);
    if (known !== null) {
      // The provider asks again when our first answer got lost.
      const loaded = await lockConversation(tx, known);
      return loaded && loaded.conversation.call.endedAt === null ? wait(loaded.facts) : hangUp();
    }
    const line = await lineOfNumber(tx, inbound.to);
    if (line === null) {
      parts.log.warn({ sid: inbound.sid }, 'call on an unknown number');
      return sayThenHangUp(APOLOGY);
    }
    const { accountId, country } = line;
    // A withheld number is kept as the provider writes it: those callers share one lead.
    const phone = readNumber(inbound.from, country)?.e164 ?? inbound.from.slice(0, 50);
    const lead = await upsertLead(tx, accountId, phone, country, 'inbound', { teamId: line.teamId }, now);
    const made = await addCall(tx, {
      accountId,
      type: 'inbound',
      direction: 'inbound',
      line,
      lead,
      at: now,
    });
    if (made === null) throw new Error('a call without a key is always added');
    await dropPlans(tx, lead.id, 'The lead called', now);
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
    const conversation = { ...made.conversation, legs: [caller] };
    outbox.hints.push(() => parts.realtime.callUpdated(accountId, facts.id));
    const offer = await offerToNext(tx, facts, conversation, now);
    if (offer.type === 'nobody') {
      const { status, reason } = offer;
      // The answer to this very request is the apology: no effect has to bring it.
      const loaded = { facts, conversation };
      await advance(parts, tx, outbox, loaded, [{ type: 'nobodyLeft', status, reason, at: now }]);
      outbox.effects.length = 0;
      parts.log.info({ call: facts.id, status }, 'inbound call not rung');
      return sayThenHangUp(APOLOGY);
    }
    outbox.effects.push(...offer.effects, {
      callId: facts.id,
      dueAt: now + VERIFY_AFTER_MS,
      effect: { kind: 'verifyLeg', legId: caller.id },
    });
    hintRung(parts, outbox, facts, offer.conversation);
    parts.log.info({ call: facts.id, agents: offer.conversation.callUsers.length }, 'inbound call rings');
    return wait(facts);
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
