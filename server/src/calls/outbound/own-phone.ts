/** Rings on an agent's own telephone: what is said there, and what their key does. */

import { eq, sql } from 'drizzle-orm';
import { changeLeads } from '../../leads/change-leads.ts';
import { calls, callUsers, leads } from '../../platform/database/schema.ts';
import type { WebhookUrls } from '../../platform/telephony/webhook-urls.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { advance, applyEvents, type StepParts } from '../call-steps.ts';
import { readCallView } from '../call-view.ts';
import { lockConversation } from '../conversations.ts';
import { isRinging } from '../core/call-user.ts';
import { farewell, meaningOf, prompt, REMOVED } from '../core/own-phone.ts';
import { askForKey, hangUp, sayThenHangUp } from '../core/twiml.ts';
import { type AnsweredRing, answerRing, nameOf } from '../offers.ts';

/** Only the whisper text is read from it, which has no number in it. */
const ANY_COUNTRY = 'US';

/** Somebody has picked up, or something: the call is theirs when a key says so. */
export async function answerOwnPhone(
  parts: StepParts,
  urls: WebhookUrls,
  ring: AnsweredRing,
): Promise<string> {
  const found = await readRing(parts, ring);
  if (found === null) return hangUp();
  const { status, type, takenBy } = found;
  if (status !== 'ringing') return sayThenHangUp(farewell(status, await nameOf(parts, takenBy)));
  const call = await readCallView(parts.db, ring.callId, ANY_COUNTRY);
  if (call === null) return hangUp();
  return askForKey({
    prompt: prompt({
      type,
      direction: call.direction,
      whisperText: call.whispertext ?? null,
      leadLabel: call.lead?.label ?? null,
    }),
    action: urls.externalPhoneKey(ring),
  });
}

/** @param digits empty: no key was pressed */
export async function takeKey(
  parts: StepParts,
  urls: WebhookUrls,
  ring: AnsweredRing,
  digits: string,
): Promise<string> {
  const found = await readRing(parts, ring);
  if (found === null) return hangUp();
  const { callId, callUserId } = ring;
  const at = parts.clock.now();
  switch (meaningOf(digits, found.leadId !== null)) {
    case 'accept':
      return answerRing(parts, urls, ring);
    case 'removeLead':
      return (await removeLead(parts, ring)) ? sayThenHangUp(REMOVED) : declined(parts, ring);
    case 'ignore':
      await applyEvents(parts, callId, [{ type: 'ignored', callUserId, at }]);
      return declined(parts, ring);
    case 'nothing':
      await applyEvents(parts, callId, [{ type: 'ringTimedOut', callUserId, at }]);
      return declined(parts, ring);
  }
}

async function declined(parts: StepParts, ring: AnsweredRing): Promise<string> {
  const found = await readRing(parts, ring);
  if (found === null) return hangUp();
  return sayThenHangUp(farewell(found.status, await nameOf(parts, found.takenBy)));
}

/** The ring that an address speaks of; null: there is none of it. */
async function readRing({ db }: StepParts, { callId, callUserId }: AnsweredRing) {
  const [row] = await db
    .select({
      callId: callUsers.call_id,
      status: callUsers.status,
      type: callUsers.type,
      takenBy: callUsers.taken_by,
      ownNumber: callUsers.own_number,
      leadId: calls.lead_id,
    })
    .from(callUsers)
    .innerJoin(calls, eq(calls.id, callUsers.call_id))
    .where(eq(callUsers.id, callUserId));
  return row && row.callId === callId && row.ownNumber !== null ? row : null;
}

/**
 * The agent's result is 'removed' and the lead is called no more, by nobody. False: the ring was over, and so nothing
 * was removed.
 */
function removeLead(parts: StepParts, { callId, callUserId }: AnsweredRing): Promise<boolean> {
  return transact(parts, async (tx, outbox) => {
    const loaded = await lockConversation(tx, callId);
    const callUser = loaded?.conversation.callUsers.find(({ id }) => id === callUserId);
    // Asked again, because our answer got lost, it is as it was.
    const [row] = await tx
      .select({ result: callUsers.result })
      .from(callUsers)
      .where(eq(callUsers.id, callUserId));
    if (row?.result === 'removed') return true;
    if (!loaded || !callUser || !isRinging(callUser)) return false;
    const at = parts.clock.now();
    const now = new Date(at);
    await tx.update(callUsers).set({ result: 'removed' }).where(eq(callUsers.id, callUserId));
    if (loaded.conversation.call.claimedBy === null)
      await tx.update(calls).set({ result: 'removed' }).where(eq(calls.id, callId));
    if (loaded.facts.leadId !== null)
      await changeLeads(tx, eq(leads.id, loaded.facts.leadId), {
        do_not_call: true,
        removed_at: sql`coalesce(${leads.removed_at}, ${now.toISOString()})`,
        updated_at: now,
      });
    parts.log.info({ call: callId, callUser: callUserId }, 'lead removed by key');
    await advance(parts, tx, outbox, loaded, [{ type: 'leadRemoved', callUserId, at }]);
    return true;
  });
}
