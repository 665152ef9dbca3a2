/**
 * The one way in which a call changes: locked, stepped by the core, written together with the effects that the step
 * ordered; the effects are performed and lists are told after the commit.
 */

import { eq } from 'drizzle-orm';
import { callingHoursEnded, scheduleNextAttempt } from '../leads/scheduled-calls.ts';
import { textMissedLead } from '../messages/missed-text.ts';
import type { Effect } from '../platform/core/effects.ts';
import type { Database } from '../platform/database/database.ts';
import { presenceCutoff } from '../platform/database/query-time.ts';
import { presence } from '../platform/database/schema.ts';
import { markDone } from '../platform/work-queue/effect-rows.ts';
import { type Outbox, transact, type WorkParts } from '../platform/work-queue/transact.ts';
import { addLeg, type CallFacts, type Loaded, lockConversation, saveConversation } from './conversations.ts';
import { storyOf } from './core/call-story.ts';
import { type Conversation, type ConversationEvent, step } from './core/conversation/conversation.ts';
import type { Immediate, Notice, Order, Wait } from './core/effects.ts';
import { undoAddedLead } from './in-call/undo-added-lead.ts';
import { type Offer, offerToNext } from './rings/ring-agents.ts';

export interface StepParts extends WorkParts {
  /** Whether this process begins calls; else it is about to end, and those that run are to come to their end first. */
  readonly beginsCalls: () => boolean;
  /** Told after the commit that ended a call. */
  readonly onCallEnded?: (callId: number) => void;
}

/** What an agent in a call reads of what came of what they asked for. */
const NOTICES: Readonly<Record<Notice, string>> = {
  transferMissed: 'Nobody took the transfer. You still have the call.',
  conferenceMissed: 'The agent did not join.',
  leadMissed: 'The added lead could not be reached.',
  ownRingMissed: 'Your phone could not be reached.',
  endedBeforeJoining: 'The call ended before you joined.',
};

const NOT_OFFERED = 'The call could not be offered to your phone.';

/**
 * Takes a locked conversation through events and writes what came of it. A decision that asks for the next ring is
 * carried out here, in the same transaction.
 */
export async function advance(
  parts: StepParts,
  tx: Database,
  outbox: Outbox,
  loaded: Pick<Loaded, 'facts' | 'conversation'>,
  events: readonly ConversationEvent[],
): Promise<Conversation> {
  const { facts } = loaded;
  const now = parts.clock.now();
  /** What the rows say; rings that were added on the way are written already. */
  let written = loaded.conversation;
  let current = loaded.conversation;
  const queue = [...events];
  for (let event = queue.shift(); event; event = queue.shift()) {
    if (event.type === 'nobodyLeft') tellAsker(parts, outbox, facts, current);
    const result = step(current, event);
    current = result.conversation;
    for (const ignored of result.ignored)
      outbox.afterCommit.push(() => parts.log.debug({ call: facts.id, ...ignored }, 'event ignored'));
    for (const order of result.orders) {
      if (order.kind !== 'offerNext') {
        await take(parts, tx, outbox, facts, order, now);
        continue;
      }
      await saveConversation(tx, written, current);
      written = current;
      // Agents who are rung one after the other take minutes; by then it may be night at the lead.
      const ended = current.call.type === 'lead' ? await callingHoursEnded(tx, facts, now) : null;
      const offer: Offer =
        ended === null
          ? await offerToNext(tx, facts, current, { now, presenceCutoff: presenceCutoff(parts.clock) })
          : { type: 'nobody', status: 'missed', reason: ended };
      if (offer.type === 'nobody') {
        const { status, reason } = offer;
        queue.push({ type: 'nobodyLeft', status, reason, takesMessage: facts.greeting !== null, at: now });
      } else {
        current = offer.conversation;
        written = current;
        outbox.effects.push(...offer.effects);
        hintRung(parts, outbox, facts, offer.conversation);
      }
    }
  }
  await saveConversation(tx, written, current);
  await undoAddedLead(parts, tx, outbox, facts, loaded.conversation, current);
  const { call: before } = loaded.conversation;
  const { call: after } = current;
  const isOver = after.endedAt !== null;
  const story = storyOf(loaded.conversation, current);
  if (story.length > 0)
    outbox.afterCommit.push(() => {
      for (const { what, about } of story) parts.log.info({ call: facts.id, ...about }, what);
    });
  // That the caller left a message may be told when they are gone.
  if (isOver && (before.endedAt === null || before.voicemailSeconds !== after.voicemailSeconds))
    await scheduleNextAttempt(parts, tx, facts.id);
  if (isOver && before.endedAt === null) {
    outbox.effects.push(...(await textMissedLead(tx, facts.id, parts.clock.now())));
    outbox.afterCommit.push(() => parts.onCallEnded?.(facts.id));
  }
  return current;
}

/** Who asked for a call that never rings on their phone is told so, unless they ignored it themselves. */
function tellAsker(
  { realtime }: StepParts,
  { afterCommit }: Outbox,
  { id, askedBy }: CallFacts,
  { call, callUsers }: Conversation,
): void {
  if (askedBy === null || call.endedAt !== null) return;
  if (callUsers.some(({ userId, status }) => userId === askedBy && status === 'ignored')) return;
  afterCommit.push(() => realtime.callNotice(askedBy, { call_id: id, text: NOT_OFFERED }));
}

export function hintRung(
  { realtime }: StepParts,
  { afterCommit }: Outbox,
  facts: CallFacts,
  { callUsers }: Conversation,
): void {
  for (const { status, userId } of callUsers)
    if (status === 'ringing') afterCommit.push(() => realtime.agentUpdated(facts.accountId, userId));
}

async function take(
  { realtime }: StepParts,
  tx: Database,
  outbox: Outbox,
  facts: CallFacts,
  order: Exclude<Order, { kind: 'offerNext' }>,
  now: number,
): Promise<void> {
  const put = (effect: Effect, dueAt: number | null = null) => {
    outbox.effects.push({ effect, callId: facts.id, dueAt });
  };
  switch (order.kind) {
    case 'callChanged':
      outbox.afterCommit.push(() => realtime.callUpdated(facts.accountId, facts.id));
      return;
    case 'agentChanged':
      outbox.afterCommit.push(() => realtime.agentUpdated(facts.accountId, order.userId));
      return;
    case 'markUnreachable':
      await tx
        .update(presence)
        .set({ unreachable_at: new Date(order.at), unreachable_reason: order.reason })
        .where(eq(presence.user_id, order.userId));
      return;
    case 'notify':
      outbox.afterCommit.push(() =>
        realtime.callNotice(order.userId, { call_id: facts.id, text: NOTICES[order.notice] }),
      );
      return;
    case 'dialLead': {
      const leg = await addLeg(tx, { callId: facts.id, kind: 'lead', callUserId: null, at: now });
      put({
        kind: 'dial',
        legId: leg.id,
        from: facts.fromNumber,
        to: facts.phoneNumber ?? '',
        ...(facts.extension === null ? {} : { extension: facts.extension }),
      });
      return;
    }
    case 'ring':
      put({ ...order, from: facts.fromNumber });
      return;
    case 'announce':
      if (facts.announces) put(order);
      return;
    default: {
      order satisfies Immediate | Wait;
      if (!('dueAt' in order)) return put(order);
      const { dueAt, ...effect } = order;
      put(effect, dueAt);
    }
  }
}

/**
 * Takes one call through events in a transaction of its own. `null`: there is no such call.
 * @param effectId an effect whose result these events are: marked as done with them
 */
export function applyEvents(
  parts: StepParts,
  callId: number,
  events: readonly ConversationEvent[] | ((loaded: Loaded) => readonly ConversationEvent[]),
  effectId?: number,
): Promise<Conversation | null> {
  return transact(parts, async (tx, outbox) => {
    const loaded = await lockConversation(tx, callId);
    if (effectId !== undefined) await markDone(tx, [effectId], parts.clock.now());
    if (!loaded) return null;
    const decided = typeof events === 'function' ? events(loaded) : events;
    return advance(parts, tx, outbox, loaded, decided);
  });
}
