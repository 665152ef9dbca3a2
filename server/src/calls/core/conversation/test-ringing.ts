import { newCallUser } from '../call-user.ts';
import { newLeg } from '../leg.ts';
import type { Conversation, ConversationEvent } from './conversation.ts';
import {
  ANN,
  newConversation,
  PARTY,
  type Run,
  run as runOn,
  START,
  type TestAgent,
  testAgent,
  withParty,
} from './test-running.ts';

export const BOB = testAgent(2, 'bob');

export type Kind = 'lead' | 'outbound' | 'inbound';

export function ringing(type: Kind, agents: readonly TestAgent[] = [ANN, BOB]): Conversation {
  const caller = { sid: PARTY.sid, status: 'in-progress', answeredAt: START } as const;
  return {
    ...newConversation(type),
    callUsers: agents.map(({ callUserId, userId }) => newCallUser(callUserId, userId, type)),
    legs: [
      ...(type === 'inbound' ? [{ ...newLeg(PARTY.legId, 'caller', null), ...caller }] : []),
      ...agents.map(({ legId, callUserId }) => newLeg(legId, 'agent', callUserId)),
    ],
  };
}

/** Adds the lead's leg before it's dialed, as the server does between transitions. */
export function run(start: Conversation, ...events: readonly ConversationEvent[]): Run {
  let now: Run = { conversation: start, commands: [] };
  for (const event of events) {
    now = runOn(now.conversation, event);
    if (now.commands.some(({ kind }) => kind === 'dialLead'))
      now = { ...now, conversation: withParty(now.conversation, PARTY) };
  }
  return now;
}

export const status = (conversation: Conversation, who: TestAgent) =>
  conversation.callUsers.find(({ id }) => id === who.callUserId)?.status;
