import { eq, sql } from 'drizzle-orm';
import { changeLeads } from '../../leads/change-leads.ts';
import { accounts, calls, callUsers, leads } from '../../platform/database/schema.ts';
import type { WebhookUrls } from '../../platform/telephony/webhook-urls.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { advance, applyEvents, type TransitionDeps } from '../call-transitions.ts';
import { readCallView } from '../call-view.ts';
import { lockConversation } from '../conversations.ts';
import { isRinging } from '../core/call-user.ts';
import { goodbyePrompt, keyAction, leadRemovedPrompt, ringPrompt } from '../core/external-phone.ts';
import { gatherKey, hangUp, sayThenHangUp } from '../core/twiml/twiml.ts';
import { type AnsweredRing, answerRing, readUserName } from '../rings/answer-ring.ts';
import { readInviterName } from '../rings/read-invitations.ts';

/** The prompt contains no phone number, so the country doesn't matter. */
const ANY_COUNTRY = 'US';

/** Voicemail may answer an external phone, so the agent has to press a key to accept. */
export async function answerExternalPhone(
  deps: TransitionDeps,
  urls: WebhookUrls,
  ring: AnsweredRing,
): Promise<string> {
  const found = await readRing(deps, ring);
  if (found === null) return hangUp();
  const { status, type, invitedBy, takenBy, language } = found;
  if (status !== 'ringing')
    return sayThenHangUp(goodbyePrompt(status, await readUserName(deps, takenBy), language));
  const call = await readCallView(deps.db, ring.callId, ANY_COUNTRY);
  if (call === null) return hangUp();
  return gatherKey({
    prompt: ringPrompt(
      {
        type,
        direction: call.direction,
        whisperText: call.whispertext ?? null,
        leadLabel: call.lead?.label ?? null,
        inviter: invitedBy === null ? null : await readInviterName(deps.db, invitedBy),
      },
      language,
    ),
    action: urls.externalPhoneKey(ring),
  });
}

export async function handleKey(
  deps: TransitionDeps,
  urls: WebhookUrls,
  ring: AnsweredRing,
  digits: string,
): Promise<string> {
  const found = await readRing(deps, ring);
  if (found === null) return hangUp();
  const { callId, callUserId } = ring;
  const at = deps.clock.now();
  switch (keyAction(digits, found.leadId !== null)) {
    case 'accept':
      return answerRing(deps, urls, ring);
    case 'removeLead':
      return (await removeLead(deps, ring))
        ? sayThenHangUp(leadRemovedPrompt(found.language))
        : sayGoodbye(deps, ring);
    case 'ignore':
      await applyEvents(deps, callId, [{ type: 'ignored', callUserId, at }]);
      return sayGoodbye(deps, ring);
    case 'nothing':
      await applyEvents(deps, callId, [{ type: 'ringTimedOut', callUserId, at }]);
      return sayGoodbye(deps, ring);
  }
}

async function sayGoodbye(deps: TransitionDeps, ring: AnsweredRing): Promise<string> {
  const found = await readRing(deps, ring);
  if (found === null) return hangUp();
  const { status, takenBy, language } = found;
  return sayThenHangUp(goodbyePrompt(status, await readUserName(deps, takenBy), language));
}

async function readRing({ db }: TransitionDeps, { callId, callUserId }: AnsweredRing) {
  const [row] = await db
    .select({
      callId: callUsers.call_id,
      status: callUsers.status,
      type: callUsers.type,
      invitedBy: callUsers.invited_by,
      takenBy: callUsers.taken_by,
      ownNumber: callUsers.own_number,
      leadId: calls.lead_id,
      language: accounts.language,
    })
    .from(callUsers)
    .innerJoin(calls, eq(calls.id, callUsers.call_id))
    .innerJoin(accounts, eq(accounts.id, calls.account_id))
    .where(eq(callUsers.id, callUserId));
  return row && row.callId === callId && row.ownNumber !== null ? row : null;
}

/** Also blocks all further calls to the lead. @returns false if the ring was already over */
function removeLead(deps: TransitionDeps, { callId, callUserId }: AnsweredRing): Promise<boolean> {
  return transact(deps, async (tx, outbox) => {
    const loaded = await lockConversation(tx, callId);
    const callUser = loaded?.conversation.callUsers.find(({ id }) => id === callUserId);
    // The provider repeats the request if our response was lost.
    const [row] = await tx
      .select({ result: callUsers.result })
      .from(callUsers)
      .where(eq(callUsers.id, callUserId));
    if (row?.result === 'removed') return true;
    if (!loaded || !callUser || !isRinging(callUser)) return false;
    const at = deps.clock.now();
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
    deps.log.info({ call: callId, callUser: callUserId }, 'lead removed by keypress');
    await advance(deps, tx, outbox, loaded, [{ type: 'leadRemoved', callUserId, at }]);
    return true;
  });
}
