/** Calls that are being offered to agents, for tests. */

import { newCallUser } from '../call-user.ts';
import { newLeg } from '../leg.ts';
import type { Conversation, ConversationEvent } from './conversation.ts';
import {
  ANN,
  empty,
  PARTY,
  type Run,
  run as runOn,
  type Someone,
  START,
  someone,
  withParty,
} from './test-running.ts';

export const BOB = someone(2, 'bob');

export type Kind = 'lead' | 'outbound' | 'inbound';

export function rung(type: Kind, agents: readonly Someone[] = [ANN, BOB]): Conversation {
  const caller = { sid: PARTY.sid, status: 'in-progress', answeredAt: START } as const;
  return {
    ...empty(type),
    callUsers: agents.map(({ callUserId, userId }) => newCallUser(callUserId, userId, type)),
    legs: [
      ...(type === 'inbound' ? [{ ...newLeg(PARTY.legId, 'caller', null), ...caller }] : []),
      ...agents.map(({ legId, callUserId }) => newLeg(legId, 'agent', callUserId)),
    ],
  };
}

/** Between steps the service does its part: the lead's leg is a row before it is dialled. */
export function run(start: Conversation, ...events: readonly ConversationEvent[]): Run {
  let now: Run = { at: start, orders: [] };
  for (const event of events) {
    now = runOn(now.at, event);
    if (now.orders.some(({ kind }) => kind === 'dialLead')) now = { ...now, at: withParty(now.at, PARTY) };
  }
  return now;
}

export const status = (conversation: Conversation, who: Someone) =>
  conversation.callUsers.find(({ id }) => id === who.callUserId)?.status;
