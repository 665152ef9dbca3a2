import { describe, expect, it } from 'vitest';
import { hasLeadLeft, holdSeenBy, otherAgents, supervisorsHeardBy } from '../parties.ts';
import { type Conversation, type ConversationEvent, transitionConversation } from './conversation.ts';
import {
  ADDED,
  ANN,
  agentEvent,
  agentWithLead,
  BEN,
  CAT,
  conference,
  connected,
  created,
  PARTY,
  reported,
  run,
  SAM,
  type TestAgent,
  withParty,
  withRings,
} from './test-running.ts';

const joined = (type: 'listen' | 'whisper' | 'barge', conversation = agentWithLead()) =>
  run(withRings(conversation, type, ANN, SAM), connected(SAM, 2_000)).conversation;
const heardBy = (conversation: Conversation, { callUserId }: { readonly callUserId: number }) =>
  supervisorsHeardBy(conversation, callUserId).map(({ userId, type }) => [userId, type]);

describe('the supervisors an agent hears', () => {
  it.each([
    ['listen', []],
    ['whisper', [[SAM.userId, 'whisper']]],
    ['barge', [[SAM.userId, 'barge']]],
  ] as const)('are shown to the agent of the call: %s', (type, heard) => {
    expect(heardBy(joined(type), ANN)).toEqual(heard);
  });

  it('do not include a whisper to another agent of the call', () => {
    const conference = run(
      withRings(agentWithLead(), 'conference', ANN, BEN),
      connected(BEN, 1_500),
    ).conversation;
    expect(heardBy(joined('whisper', conference), BEN)).toEqual([]);
    expect(heardBy(joined('barge', conference), BEN)).toEqual([[SAM.userId, 'barge']]);
  });

  it('do not include supervisors who ring, were disconnected or left, nor the supervisor to themselves', () => {
    expect(heardBy(withRings(agentWithLead(), 'barge', ANN, SAM), ANN)).toEqual([]);
    expect(heardBy(run(joined('barge'), reported(SAM, 'completed', 3_000)).conversation, ANN)).toEqual([]);
    expect(
      heardBy(run(joined('barge'), agentEvent('hangUpRequested', SAM, 3_000)).conversation, ANN),
    ).toEqual([]);
    expect(heardBy(joined('barge'), SAM)).toEqual([]);
    expect(heardBy(joined('whisper'), SAM)).toEqual([]);
  });

  it.each(['whisper', 'barge'] as const)('are sent to the phones when one joins or leaves: %s', (type) => {
    const ringing = withRings(agentWithLead(), type, ANN, SAM);
    expect(isAnnounced(ringing, connected(SAM, 2_000))).toBe(true);
    expect(isAnnounced(joined(type), agentEvent('hangUpRequested', SAM, 3_000))).toBe(true);
  });

  it('cause no message when one only listens', () => {
    expect(isAnnounced(withRings(agentWithLead(), 'listen', ANN, SAM), connected(SAM, 2_000))).toBe(false);
  });
});

/** Ann, Ben and the lead talk. */
const three = () =>
  run(withRings(agentWithLead(), 'conference', ANN, BEN), connected(BEN, 1_500)).conversation;
const held = (by: TestAgent, conversation = three()) =>
  run(conversation, agentEvent('holdRequested', by, 3_000)).conversation;
const holdOf = (conversation: Conversation, { callUserId }: TestAgent) => {
  const hold = holdSeenBy(conversation, callUserId);
  return hold && [hold.by.userId, hold.hears];
};

describe('a hold in a conference', () => {
  it('is the same for every agent, no matter who requested it', () => {
    expect([ANN, BEN].map((who) => holdOf(three(), who))).toEqual([null, null]);
    for (const by of [ANN, BEN])
      expect([ANN, BEN].map((who) => holdOf(held(by), who))).toEqual([
        [by.userId, false],
        [by.userId, false],
      ]);
  });

  it('is changed by no second hold, and ended by any agent', () => {
    const twice = run(held(ANN), agentEvent('holdRequested', BEN, 3_100));
    expect(twice.commands).toEqual([]);
    expect(twice.conversation.call.heldBy).toBe(ANN.callUserId);
    const resumed = run(twice.conversation, agentEvent('unholdRequested', BEN, 3_200)).conversation;
    expect([ANN, BEN].map((who) => holdOf(resumed, who))).toEqual([null, null]);
    expect(resumed.legs.some((leg) => leg.held)).toBe(false);
  });

  it.each([
    ['barge', true, true],
    ['whisper', true, false],
    ['listen', false, false],
  ] as const)(
    'leaves a supervisor who joined by %s audible to those who aren’t held',
    (type, toAnn, toBen) => {
      const supervised = joined(type, three());
      expect(holdOf(held(ANN, supervised), SAM)).toEqual([ANN.userId, toAnn]);
      expect(holdOf(held(BEN, supervised), SAM)).toEqual([BEN.userId, toBen]);
    },
  );

  it('by a supervisor leaves that supervisor without anyone to hear them', () => {
    const supervised = held(SAM, joined('barge'));
    expect([ANN, SAM].map((who) => holdOf(supervised, who))).toEqual([
      [SAM.userId, false],
      [SAM.userId, false],
    ]);
  });

  it('includes a consultation, which only its agent ends, except for the two who consult', () => {
    const ringing = withRings(joined('barge', three()), 'transfer', ANN, CAT);
    const callUsers = ringing.callUsers.map((one) =>
      one.id === CAT.callUserId ? { ...one, consults: true } : one,
    );
    const { conversation } = run({ ...ringing, callUsers }, connected(CAT, 4_000));
    expect([ANN, CAT, BEN, SAM].map((who) => holdOf(conversation, who))).toEqual([
      null,
      null,
      [ANN.userId, false],
      [ANN.userId, true],
    ]);
    expect(holdSeenBy(conversation, BEN.callUserId)?.canResume).toBe(false);
    expect(holdSeenBy(held(ANN), BEN.callUserId)?.canResume).toBe(true);
  });
});

describe('the lead of a call', () => {
  const leaves = (conversation: Conversation) =>
    run(conversation, reported(PARTY, 'completed', 5_000)).conversation;

  it('has left once the agents, or an agent and a barging supervisor, talk on', () => {
    for (const conversation of [three(), joined('barge')]) {
      expect(hasLeadLeft(conversation)).toBe(false);
      expect(isAnnounced(conversation, reported(PARTY, 'completed', 5_000))).toBe(true);
      expect(hasLeadLeft(leaves(conversation))).toBe(true);
    }
  });

  it('has not left a call that ended, nor one that no lead ever joined', () => {
    expect(hasLeadLeft(leaves(agentWithLead()))).toBe(false);
    expect(hasLeadLeft(conference())).toBe(false);
    const unreached = run(
      withParty(conference(), ADDED),
      created(ADDED, 2_000),
      reported(ADDED, 'busy', 3_000),
    );
    expect(hasLeadLeft(unreached.conversation)).toBe(false);
  });
});

describe('the other agents in a call', () => {
  const othersOf = (conversation: Conversation, { callUserId }: TestAgent) =>
    otherAgents(conversation, callUserId).map(({ userId }) => userId);

  it('are those who accepted, without supervisors', () => {
    const supervised = withRings(joined('barge', three()), 'conference', ANN, CAT);
    expect([ANN, BEN, SAM].map((who) => othersOf(supervised, who))).toEqual([
      [BEN.userId],
      [ANN.userId],
      [ANN.userId, BEN.userId],
    ]);
  });

  it('are sent to the phones when one joins or leaves', () => {
    expect(isAnnounced(withRings(agentWithLead(), 'conference', ANN, BEN), connected(BEN, 1_500))).toBe(true);
    expect(isAnnounced(three(), agentEvent('hangUpRequested', BEN, 3_000))).toBe(true);
  });
});

function isAnnounced(conversation: Conversation, event: ConversationEvent): boolean {
  return transitionConversation(conversation, event).commands.some(({ kind }) => kind === 'callChanged');
}
