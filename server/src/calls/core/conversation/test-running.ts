import type { CallType } from '@offhook/contract/calls/call-kinds';
import type { LegStatus } from '../../../platform/core/leg-status.ts';
import { type CallUser, newCallUser } from '../call-user.ts';
import type { Command } from '../effects.ts';
import { type Leg, newLeg } from '../leg.ts';
import { isSupervision } from '../parties.ts';
import { type Conversation, type ConversationEvent, transitionConversation } from './conversation.ts';

export const START = 1_000_000;

export interface TestAgent {
  readonly userId: number;
  readonly callUserId: number;
  readonly legId: number;
  readonly sid: string;
}
export const testAgent = (n: number, name: string): TestAgent => ({
  userId: n,
  callUserId: 1_000 + 2 * n - 1,
  legId: n,
  sid: `CA${name}00000`,
});
export const [ANN, BEN, CAT, SAM] = [
  testAgent(1, 'ann'),
  testAgent(2, 'ben'),
  testAgent(3, 'cat'),
  testAgent(4, 'sam'),
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
export const connected = (who: TestAgent, at: number): ConversationEvent => ({
  type: 'agentConnected',
  callUserId: who.callUserId,
  legId: who.legId,
  sid: who.sid,
  phoneId: `phone-${who.userId}`,
  at: START + at,
});
export const agentEvent = (
  type:
    | 'hangUpRequested'
    | 'ignored'
    | 'ringTimedOut'
    | 'holdRequested'
    | 'unholdRequested'
    | 'invitationCanceled'
    | 'consultationFailed'
    | 'handOverDue',
  who: TestAgent,
  at: number,
): ConversationEvent => ({ type, callUserId: who.callUserId, at: START + at });

export interface Run {
  readonly conversation: Conversation;
  /** The last event's commands, without `agentChanged` and `callChanged`. */
  readonly commands: readonly Command[];
}

export function run(conversation: Conversation, ...events: readonly ConversationEvent[]): Run {
  let current = conversation;
  let commands: readonly Command[] = [];
  for (const event of events) {
    const result = transitionConversation(current, event);
    current = result.conversation;
    commands = result.commands.filter(({ kind }) => kind !== 'agentChanged' && kind !== 'callChanged');
  }
  return { conversation: current, commands };
}

/** Adds rings, as the server does before it passes the event to the core. */
export function withRings(
  conversation: Conversation,
  type: CallType,
  invitedBy: TestAgent | null,
  ...who: readonly TestAgent[]
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

export function newConversation(type: CallType): Conversation {
  const unset = {
    claimedBy: null,
    agentId: null,
    heldBy: null,
    recordingPause: null,
    parked: null,
    talkStartedAt: null,
    disconnectedAt: null,
  };
  const noVoicemail = { voicemailAt: null, voicemailSeconds: null };
  return {
    call: {
      id: 1_000,
      type,
      status: 'ringing',
      ...unset,
      ...noVoicemail,
      endedAt: null,
      seconds: 0,
      reasons: [],
    },
    callUsers: [],
    legs: [],
  };
}

export function agentWithLead(): Conversation {
  const claimed = run(
    withRings(newConversation('lead'), 'lead', null, ANN),
    created(ANN, 0),
    connected(ANN, 100),
  ).conversation;
  return run(withParty(claimed, PARTY), created(PARTY, 200), joined(ANN, 150), joined(PARTY, 1_000))
    .conversation;
}

export function conference(): Conversation {
  const first = withRings(
    withRings(newConversation('conference'), 'conference', null, ANN),
    'conference',
    ANN,
    BEN,
  );
  const opened: ConversationEvent = { type: 'conferenceOpened', callUserId: ANN.callUserId, at: START };
  return run(first, opened, connected(ANN, 100), joined(ANN, 120), connected(BEN, 900), joined(BEN, 920))
    .conversation;
}

export const findLeg = ({ legs }: Conversation, { legId }: { legId: number }): Leg | undefined =>
  legs.find(({ id }) => id === legId);
export const findTestCallUser = (
  { callUsers }: Conversation,
  { callUserId }: TestAgent,
): CallUser | undefined => callUsers.find(({ id }) => id === callUserId);
