/** Conversations that are under way, for tests. */

import type { CallType } from '@offhook/contract/entities';
import type { LegStatus } from '../../../platform/core/leg-status.ts';
import { type CallUser, newCallUser } from '../call-user.ts';
import type { Order } from '../effects.ts';
import { type Leg, newLeg } from '../leg.ts';
import { isSupervision } from '../parties.ts';
import { type Conversation, type ConversationEvent, step } from './conversation.ts';

export const START = 1_000_000;

export interface Someone {
  readonly userId: number;
  readonly callUserId: number;
  readonly legId: number;
  readonly sid: string;
}
export const someone = (n: number, name: string): Someone => ({
  userId: n,
  callUserId: 1_000 + 2 * n - 1,
  legId: n,
  sid: `CA${name}00000`,
});
export const [ANN, BEN, CAT, SAM] = [
  someone(1, 'ann'),
  someone(2, 'ben'),
  someone(3, 'cat'),
  someone(4, 'sam'),
];
export const PARTY = { legId: 9, sid: 'CAparty000' };
export const ADDED = { legId: 10, sid: 'CAadded000' };

export const reported = (
  who: { legId: number; sid: string },
  status: LegStatus,
  at: number,
  seconds: number | null = null,
): ConversationEvent => ({
  type: 'leg',
  legId: who.legId,
  event: { type: 'reported', sid: who.sid, status, at: START + at, seconds },
});
export const joined = (who: { legId: number; sid: string }, at: number): ConversationEvent => ({
  type: 'leg',
  legId: who.legId,
  event: { type: 'joined', sid: who.sid, at: START + at },
});
export const created = (who: { legId: number; sid: string }, at: number): ConversationEvent => ({
  type: 'leg',
  legId: who.legId,
  event: { type: 'created', sid: who.sid, at: START + at },
});
export const connected = (who: Someone, at: number): ConversationEvent => ({
  type: 'agentConnected',
  callUserId: who.callUserId,
  legId: who.legId,
  sid: who.sid,
  phoneId: `phone-${who.userId}`,
  at: START + at,
});
export const said = (
  type: 'hangUpAsked' | 'ignored' | 'ringTimedOut' | 'holdAsked' | 'unholdAsked' | 'handOverDue',
  who: Someone,
  at: number,
): ConversationEvent => ({ type, callUserId: who.callUserId, at: START + at });

export interface Run {
  readonly at: Conversation;
  /** Of the last event, without hints for lists. */
  readonly orders: readonly Order[];
}

export function run(conversation: Conversation, ...events: readonly ConversationEvent[]): Run {
  let at = conversation;
  let orders: readonly Order[] = [];
  for (const event of events) {
    const result = step(at, event);
    at = result.conversation;
    orders = result.orders.filter(({ kind }) => kind !== 'agentChanged' && kind !== 'callChanged');
  }
  return { at, orders };
}

/** What the service does before the core hears of it: the rows of the rings. */
export function rung(
  conversation: Conversation,
  type: CallType,
  invitedBy: Someone | null,
  ...who: readonly Someone[]
): Conversation {
  const rings = who.map((one) =>
    newCallUser(one.callUserId, one.userId, type, {
      invitedBy: invitedBy?.callUserId ?? null,
      autoaccept: isSupervision(type),
    }),
  );
  return {
    ...conversation,
    callUsers: [...conversation.callUsers, ...rings],
    legs: [...conversation.legs, ...who.map((one) => newLeg(one.legId, 'agent', one.callUserId))],
  };
}

export const withParty = (conversation: Conversation, who: { legId: number }): Conversation => ({
  ...conversation,
  legs: [...conversation.legs, newLeg(who.legId, 'lead', null)],
});

export function empty(type: CallType): Conversation {
  const none = { claimedBy: null, agentId: null, heldBy: null, talkStartedAt: null, vanishedAt: null };
  const noMessage = { voicemailAt: null, voicemailSeconds: null };
  return {
    call: {
      id: 1_000,
      type,
      status: 'ringing',
      ...none,
      ...noMessage,
      endedAt: null,
      seconds: 0,
      reasons: [],
    },
    callUsers: [],
    legs: [],
  };
}

/** Ann talks with a lead. */
export function talking(): Conversation {
  const claimed = run(rung(empty('lead'), 'lead', null, ANN), created(ANN, 0), connected(ANN, 100)).at;
  return run(withParty(claimed, PARTY), created(PARTY, 200), joined(ANN, 150), joined(PARTY, 1_000)).at;
}

/** Ann and Ben talk with each other. */
export function conference(): Conversation {
  const first = rung(rung(empty('conference'), 'conference', null, ANN), 'conference', ANN, BEN);
  const opened: ConversationEvent = { type: 'conferenceOpened', callUserId: ANN.callUserId, at: START };
  return run(first, opened, connected(ANN, 100), joined(ANN, 120), connected(BEN, 900), joined(BEN, 920)).at;
}

export const legIn = ({ legs }: Conversation, { legId }: { legId: number }): Leg | undefined =>
  legs.find(({ id }) => id === legId);
export const partIn = ({ callUsers }: Conversation, { callUserId }: Someone): CallUser | undefined =>
  callUsers.find(({ id }) => id === callUserId);
