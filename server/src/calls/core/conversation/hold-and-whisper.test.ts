import { describe, expect, it } from 'vitest';
import { phaseOf } from '../call-lifecycle.ts';
import { newLeg } from '../leg.ts';
import type { Conversation, ConversationEvent } from './conversation.ts';
import { conferenceRole } from './hold-and-whisper.ts';
import {
  ANN,
  agentEvent,
  agentWithLead,
  BEN,
  connected,
  findLeg,
  findTestCallUser,
  joined,
  newConversation,
  PARTY,
  reported,
  run,
  SAM,
  START,
  withParty,
  withRings,
} from './test-running.ts';

const PAGE_CLOSED = { type: 'phoneClosed', callUserId: SAM.callUserId, at: START + 3_000 } as const;

const RETURNED = { ...ANN, legId: 5, sid: 'CAagain000' };
const returns = (conversation: Conversation) =>
  run(
    { ...conversation, legs: [...conversation.legs, newLeg(RETURNED.legId, 'agent', ANN.callUserId)] },
    connected(RETURNED, 5_000),
  );

describe('hold', () => {
  it('applies to the other party, not to the agent, and is idempotent', () => {
    const { conversation, commands } = run(agentWithLead(), agentEvent('holdRequested', ANN, 2_000));
    expect(commands).toEqual([{ kind: 'hold', legId: PARTY.legId }]);
    expect([findLeg(conversation, PARTY)?.held, findLeg(conversation, ANN)?.held]).toEqual([true, false]);
    expect(run(conversation, agentEvent('holdRequested', ANN, 2_100)).commands).toEqual([]);
    const off = run(conversation, agentEvent('unholdRequested', ANN, 2_200));
    expect(off.commands).toEqual([{ kind: 'hold', legId: PARTY.legId }]);
    expect(findLeg(off.conversation, PARTY)?.held).toBe(false);
  });

  it('requested while the lead rings applies once the lead answers', () => {
    const claimed = run(
      withRings(newConversation('lead'), 'lead', null, ANN),
      connected(ANN, 100),
    ).conversation;
    const held = run(withParty(claimed, PARTY), agentEvent('holdRequested', ANN, 200));
    expect(held.commands).toEqual([]);
    expect(run(held.conversation, reported(PARTY, 'in-progress', 900)).commands).toContainEqual({
      kind: 'hold',
      legId: PARTY.legId,
    });
  });

  it('applies to everyone but the agent, and never to a supervisor', () => {
    const three = run(withRings(agentWithLead(), 'conference', ANN, BEN), connected(BEN, 2_000)).conversation;
    const four = run(withRings(three, 'barge', ANN, SAM), connected(SAM, 2_500)).conversation;
    const { conversation } = run(four, agentEvent('holdRequested', ANN, 3_000));
    expect([ANN, PARTY, BEN, SAM].map((who) => findLeg(conversation, who)?.held)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const afterLeaving = run(conversation, agentEvent('hangUpRequested', ANN, 4_000)).conversation;
    expect([PARTY, BEN].map((who) => findLeg(afterLeaving, who)?.held)).toEqual([false, false]);
  });

  it('survives the agent’s disconnection and return', () => {
    const held = run(agentWithLead(), agentEvent('holdRequested', ANN, 2_000)).conversation;
    const afterLeaving = run(held, reported(ANN, 'completed', 3_000));
    expect(afterLeaving.commands.map(({ kind }) => kind)).toEqual(['wordCheck', 'resumeTimeout']);
    const back = returns(afterLeaving.conversation);
    expect(back.commands).toEqual([]);
    expect([findLeg(back.conversation, PARTY)?.held, findLeg(back.conversation, RETURNED)?.held]).toEqual([
      true,
      false,
    ]);
  });
});

describe('supervision', () => {
  const whispering = () => run(withRings(agentWithLead(), 'whisper', ANN, SAM), connected(SAM, 2_000));

  it('lets a whisper reach the agent from the start', () => {
    const { conversation, commands } = whispering();
    expect(commands).toEqual([]);
    expect(findLeg(conversation, SAM)?.coaches).toBe(ANN.sid);
  });

  it('mutes a whisper while the agent is away, and directs it to the new leg', () => {
    const afterLeaving = run(whispering().conversation, reported(ANN, 'completed', 3_000));
    expect(afterLeaving.commands).toContainEqual({ kind: 'coach', legId: SAM.legId });
    expect(findLeg(afterLeaving.conversation, SAM)?.coaches).toBeNull();
    const back = returns(afterLeaving.conversation);
    expect(back.commands).toContainEqual({ kind: 'coach', legId: SAM.legId });
    expect(findLeg(back.conversation, SAM)?.coaches).toBe(RETURNED.sid);
  });

  it('directs a whisper to the new agent after a transfer', () => {
    const { conversation } = run(
      withRings(whispering().conversation, 'transfer', ANN, BEN),
      connected(BEN, 3_000),
      joined(BEN, 3_050),
    );
    expect(findLeg(conversation, SAM)?.coaches).toBe(BEN.sid);
  });

  it.each(['listen', 'whisper'] as const)(
    'by %s doesn’t count as a party: the call ends when only the lead is left',
    (type) => {
      const three = run(withRings(agentWithLead(), type, ANN, SAM), connected(SAM, 2_000)).conversation;
      expect(phaseOf(run(three, agentEvent('hangUpRequested', SAM, 3_000)).conversation.call)).toBe(
        'talking',
      );
      const { conversation, commands } = run(three, agentEvent('hangUpRequested', ANN, 3_000));
      expect(phaseOf(conversation.call)).toBe('ended');
      expect(commands).toContainEqual({ kind: 'endLeg', legId: SAM.legId });
    },
  );

  it.each([
    ['listen', 'whose leg is lost', reported(SAM, 'completed', 3_000)],
    ['whisper', 'whose leg is lost', reported(SAM, 'completed', 3_000)],
    ['barge', 'whose leg is lost', reported(SAM, 'completed', 3_000)],
    ['listen', 'whose page is closed', PAGE_CLOSED],
    ['whisper', 'whose page is closed', PAGE_CLOSED],
    ['barge', 'whose page is closed', PAGE_CLOSED],
  ] as const)('(%s) %s leaves at once, and no one waits', (type, _label, event) => {
    const three = run(withRings(agentWithLead(), type, ANN, SAM), connected(SAM, 2_000)).conversation;
    const { conversation, commands } = run(three, event);
    expect(findTestCallUser(conversation, SAM)).toMatchObject({ status: 'ended', endedAt: START + 3_000 });
    expect(commands.map(({ kind }) => kind)).not.toContain('resumeTimeout');
    expect(phaseOf(conversation.call)).toBe('talking');
    expect(findLeg(conversation, PARTY)?.held).toBe(false);
  });

  it('who has the call since its agent left is waited for, with music for the lead', () => {
    const three = run(withRings(agentWithLead(), 'barge', ANN, SAM), connected(SAM, 2_000)).conversation;
    const { conversation, commands } = run(
      three,
      agentEvent('hangUpRequested', ANN, 2_500),
      reported(SAM, 'completed', 3_000),
    );
    expect(findTestCallUser(conversation, SAM)?.status).toBe('accepted');
    expect(commands.map(({ kind }) => kind)).toContain('resumeTimeout');
    expect(findLeg(conversation, PARTY)?.held).toBe(true);
  });

  it('by barge makes the supervisor a party who keeps the call alive but doesn’t set its result', () => {
    const three = run(withRings(agentWithLead(), 'barge', ANN, SAM), connected(SAM, 2_000)).conversation;
    const { conversation } = run(three, agentEvent('hangUpRequested', ANN, 3_000));
    expect(phaseOf(conversation.call)).toBe('talking');
    expect(conversation.call.agentId).toBe(ANN.userId);
  });

  const ringFailures: readonly [string, ConversationEvent][] = [
    ['does not ring', { type: 'acknowledgementTimedOut', callUserId: SAM.callUserId, at: START + 4_000 }],
    ['is rejected', { type: 'legRejected', legId: SAM.legId, reason: 'No', at: START + 2_100 }],
    ['fails', reported(SAM, 'failed', 2_100)],
    ['expires', agentEvent('ringTimedOut', SAM, 30_000)],
  ];
  it.each(ringFailures)(
    'whose ring %s leaves the call unchanged, and the supervisor is notified',
    (_label, event) => {
      const before = withRings(agentWithLead(), 'listen', ANN, SAM);
      const { conversation, commands } = run(before, event);
      expect(commands.map(({ kind }) => kind).filter((kind) => kind !== 'markUnreachable')).toEqual([
        'withdraw',
        'notify',
      ]);
      expect(commands.at(-1)).toEqual({ kind: 'notify', userId: SAM.userId, notice: 'ownRingMissed' });
      expect({ ...conversation.call, reasons: [] }).toEqual(before.call);
    },
  );

  it('declined by the supervisor sends no notification', () => {
    const { commands } = run(
      withRings(agentWithLead(), 'listen', ANN, SAM),
      agentEvent('ignored', SAM, 3_000),
    );
    expect(commands.map(({ kind }) => kind)).toEqual(['withdraw']);
  });

  it('of a call that ends while the phone rings notifies the supervisor', () => {
    const { commands } = run(
      withRings(agentWithLead(), 'barge', ANN, SAM),
      agentEvent('hangUpRequested', ANN, 3_000),
    );
    expect(commands).toContainEqual({ kind: 'notify', userId: SAM.userId, notice: 'endedBeforeJoining' });
  });
});

describe('a conference role', () => {
  const withSupervisor = (type: 'listen' | 'whisper' | 'barge') =>
    run(withRings(agentWithLead(), type, ANN, SAM), connected(SAM, 2_000)).conversation;
  const role = (conversation: ReturnType<typeof agentWithLead>, { callUserId, legId }: typeof SAM) =>
    conferenceRole(conversation, callUserId, legId);

  it('is muted for a listener, and heard only by the agent for a whisper', () => {
    expect(role(withSupervisor('listen'), SAM)).toEqual({ muted: true, coach: null });
    expect(role(withSupervisor('whisper'), SAM)).toEqual({ muted: false, coach: ANN.sid });
    expect(role(withSupervisor('barge'), SAM)).toEqual({ muted: false, coach: null });
    expect(role(withSupervisor('listen'), ANN)).toEqual({ muted: false, coach: null });
  });

  it('is muted for a whisper that has no agent to reach', () => {
    const afterLeaving = run(withSupervisor('whisper'), reported(ANN, 'completed', 3_000)).conversation;
    expect(role(afterLeaving, SAM)).toEqual({ muted: true, coach: null });
  });
});
