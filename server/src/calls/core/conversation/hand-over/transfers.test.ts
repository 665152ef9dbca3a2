import { describe, expect, it } from 'vitest';
import { phaseOf } from '../../call-lifecycle.ts';
import { decideClaim } from '../../claim.ts';
import type { ConversationEvent } from '../conversation.ts';
import {
  ANN,
  agentEvent,
  agentWithLead,
  BEN,
  CAT,
  connected,
  findLeg,
  findTestCallUser,
  joined,
  PARTY,
  reported,
  run,
  START,
  withRings,
} from '../test-running.ts';

describe('a transfer', () => {
  const requested = () => withRings(agentWithLead(), 'transfer', ANN, BEN, CAT);

  it('keeps the agent until the target has joined, and then releases them', () => {
    const { conversation, commands } = run(requested(), connected(BEN, 3_000));
    expect(conversation.call).toMatchObject({
      claimedBy: BEN.callUserId,
      agentId: BEN.userId,
      status: 'in-progress',
    });
    expect(commands).toEqual([
      { kind: 'withdraw', callUserId: CAT.callUserId, userId: 3, legId: 3, by: BEN.userId },
      { kind: 'handOver', callUserId: BEN.callUserId, dueAt: START + 5_000 },
    ]);
    expect(findTestCallUser(conversation, ANN)?.status).toBe('accepted');
    const over = run(conversation, joined(BEN, 3_050));
    expect(over.commands).toEqual([{ kind: 'endLeg', legId: ANN.legId }]);
    expect(findTestCallUser(over.conversation, ANN)).toMatchObject({ status: 'ended' });
    expect(
      run(over.conversation, joined(BEN, 3_050), agentEvent('handOverDue', BEN, 5_000)).commands,
    ).toEqual([]);
    expect(phaseOf(over.conversation.call)).toBe('talking');
  });

  it('releases the agent 2 s after it is accepted even if the join isn’t reported', () => {
    const { conversation, commands } = run(
      requested(),
      connected(BEN, 3_000),
      agentEvent('handOverDue', BEN, 5_000),
    );
    expect(commands).toEqual([{ kind: 'endLeg', legId: ANN.legId }]);
    expect(phaseOf(conversation.call)).toBe('talking');
  });

  it('takes the lead off hold when accepted', () => {
    const held = withRings(
      run(agentWithLead(), agentEvent('holdRequested', ANN, 2_000)).conversation,
      'transfer',
      ANN,
      BEN,
    );
    const { conversation } = run(held, connected(BEN, 3_000));
    expect([
      findLeg(conversation, PARTY)?.held,
      findLeg(conversation, BEN)?.held,
      conversation.call.heldBy,
    ]).toEqual([false, false, null]);
  });

  it('that is canceled stops ringing the colleagues and notifies no one', () => {
    const { conversation, commands } = run(requested(), agentEvent('invitationCanceled', ANN, 3_000));
    expect(commands).toEqual([
      { kind: 'withdraw', callUserId: BEN.callUserId, userId: 2, legId: 2, by: null },
      { kind: 'withdraw', callUserId: CAT.callUserId, userId: 3, legId: 3, by: null },
    ]);
    expect(findTestCallUser(conversation, BEN)?.status).toBe('withdrawn');
    expect(conversation.call).toMatchObject({ claimedBy: ANN.callUserId, status: 'in-progress' });
    expect(decideClaim(conversation, BEN)).toBe('lost');
  });

  it('can’t be canceled once the colleague has accepted', () => {
    const accepted = run(requested(), connected(BEN, 3_000)).conversation;
    const { conversation, commands } = run(accepted, agentEvent('invitationCanceled', ANN, 3_100));
    expect(commands).toEqual([]);
    expect(conversation).toEqual(accepted);
  });

  it.each(['ignored', 'ringTimedOut'] as const)('that fails (%s) notifies the agent', (event) => {
    const first = run(requested(), agentEvent(event, BEN, 3_000));
    expect(first.commands.map(({ kind }) => kind)).toEqual(['withdraw']);
    const { conversation, commands } = run(first.conversation, agentEvent(event, CAT, 3_000));
    expect(commands.map(({ kind }) => kind)).toEqual(['withdraw', 'notify']);
    expect(commands.at(-1)).toEqual({ kind: 'notify', userId: ANN.userId, notice: 'transferMissed' });
    expect(conversation.call).toMatchObject({
      claimedBy: ANN.callUserId,
      agentId: ANN.userId,
      status: 'in-progress',
    });
  });

  it('whose target drops while joining returns the call to the agent', () => {
    const { conversation, commands } = run(
      requested(),
      connected(BEN, 3_000),
      reported(BEN, 'completed', 3_020),
    );
    expect(conversation.call).toMatchObject({ claimedBy: ANN.callUserId, agentId: ANN.userId });
    expect(commands).toEqual([{ kind: 'notify', userId: ANN.userId, notice: 'transferMissed' }]);
    expect(phaseOf(conversation.call)).toBe('talking');
  });

  it('whose target hangs up while joining returns the call and notifies the agent', () => {
    const { conversation, commands } = run(
      requested(),
      connected(BEN, 3_000),
      agentEvent('hangUpRequested', BEN, 3_020),
    );
    expect(conversation.call).toMatchObject({ claimedBy: ANN.callUserId, agentId: ANN.userId });
    expect(commands).toEqual([
      { kind: 'notify', userId: ANN.userId, notice: 'transferMissed' },
      { kind: 'endLeg', legId: BEN.legId },
    ]);
    expect([phaseOf(conversation.call), findTestCallUser(conversation, BEN)?.status]).toEqual([
      'talking',
      'ended',
    ]);
  });

  const unreached: readonly [string, ConversationEvent][] = [
    ['does not ring', { type: 'acknowledgementTimedOut', callUserId: BEN.callUserId, at: START + 4_000 }],
    ['is rejected', { type: 'legRejected', legId: BEN.legId, reason: 'No', at: START + 2_100 }],
    ['fails', reported(BEN, 'failed', 2_100)],
    ['does not answer', reported(BEN, 'no-answer', 32_000)],
    ['is busy', reported(BEN, 'busy', 2_100)],
    ['expires', agentEvent('ringTimedOut', BEN, 32_000)],
  ];
  it.each(unreached)('whose only ring %s notifies the agent, who keeps the call', (_label, event) => {
    const { conversation, commands } = run(withRings(agentWithLead(), 'transfer', ANN, BEN), event);
    expect(commands.filter(({ kind }) => kind === 'notify')).toEqual([
      { kind: 'notify', userId: ANN.userId, notice: 'transferMissed' },
    ]);
    expect([phaseOf(conversation.call), conversation.call.agentId]).toEqual(['talking', ANN.userId]);
  });

  it('is withdrawn when the agent hangs up before it is accepted', () => {
    const { conversation, commands } = run(requested(), agentEvent('hangUpRequested', ANN, 3_000));
    expect(phaseOf(conversation.call)).toBe('ended');
    expect(commands.filter(({ kind }) => kind === 'withdraw')).toHaveLength(2);
    expect(decideClaim(conversation, BEN)).toBe('lost');
  });

  it('is withdrawn when the lead hangs up before it is accepted', () => {
    const { conversation } = run(requested(), reported(PARTY, 'completed', 3_000));
    expect(phaseOf(conversation.call)).toBe('ended');
    expect([BEN, CAT].map((who) => findTestCallUser(conversation, who)?.status)).toEqual([
      'withdrawn',
      'withdrawn',
    ]);
  });

  it('goes to one agent only: the second to accept loses', () => {
    const { conversation } = run(requested(), connected(CAT, 3_000));
    expect([decideClaim(conversation, CAT), decideClaim(conversation, BEN)]).toEqual(['repeated', 'lost']);
  });
});
