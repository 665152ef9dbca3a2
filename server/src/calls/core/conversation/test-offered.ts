import type { LegStatus } from '../../../platform/core/leg-status.ts';
import { newCallUser } from '../call-user.ts';
import type { Order } from '../effects.ts';
import { type Leg, newLeg } from '../leg.ts';
import { type Conversation, type ConversationEvent, step } from './conversation.ts';

export const START = 1_000_000;
export const CALL = 1000;
export const ANN = { userId: 1, callUserId: 1001, legId: 1, sid: 'CAann00000' };
export const BOB = { userId: 2, callUserId: 1003, legId: 2, sid: 'CAbob00000' };
export const PARTY = { legId: 9, sid: 'CAparty000' };

export type Kind = 'lead' | 'outbound' | 'inbound';

export const leg = (
  id: number,
  kind: Leg['kind'],
  callUserId: number | null,
  changes: Partial<Leg> = {},
): Leg => ({
  ...newLeg(id, kind, callUserId),
  ...changes,
});

export function rung(type: Kind, agents = [ANN, BOB]): Conversation {
  const caller = { sid: PARTY.sid, status: 'in-progress', answeredAt: START } as const;
  return {
    call: {
      id: CALL,
      type,
      status: 'ringing',
      claimedBy: null,
      agentId: null,
      heldBy: null,
      voicemailAt: null,
      voicemailSeconds: null,
      talkStartedAt: null,
      vanishedAt: null,
      endedAt: null,
      seconds: 0,
      reasons: [],
    },
    callUsers: agents.map(({ callUserId, userId }) => newCallUser(callUserId, userId, type)),
    legs: [
      ...(type === 'inbound' ? [leg(PARTY.legId, 'caller', null, caller)] : []),
      ...agents.map(({ legId, callUserId }) => leg(legId, 'agent', callUserId)),
    ],
  };
}

/** What the service does between steps: the lead's leg is a row before it is dialled. */
export function withLead(conversation: Conversation): Conversation {
  return { ...conversation, legs: [...conversation.legs, leg(PARTY.legId, 'lead', null)] };
}

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
export const created = (who: { legId: number; sid: string }, at: number): ConversationEvent => ({
  type: 'leg',
  legId: who.legId,
  event: { type: 'created', sid: who.sid, at: START + at },
});
export const connected = (who: typeof ANN, at: number): ConversationEvent => ({
  type: 'agentConnected',
  callUserId: who.callUserId,
  legId: who.legId,
  sid: who.sid,
  phoneId: `phone-${who.userId}`,
  at: START + at,
});

export function run(
  conversation: Conversation,
  ...events: ConversationEvent[]
): { at: Conversation; orders: Order[] } {
  let at = conversation;
  let orders: Order[] = [];
  for (const event of events) {
    const result = step(at, event);
    at = result.conversation;
    orders = [...result.orders];
    if (orders.some(({ kind }) => kind === 'dialLead')) at = withLead(at);
  }
  return { at, orders: orders.filter(({ kind }) => kind !== 'agentChanged' && kind !== 'callChanged') };
}

export const status = (conversation: Conversation, who: typeof ANN) =>
  conversation.callUsers.find(({ id }) => id === who.callUserId)?.status;
