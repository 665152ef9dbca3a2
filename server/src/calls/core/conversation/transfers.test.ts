import { describe, expect, it } from 'vitest';
import { phaseOf } from '../call-lifecycle.ts';
import { judgeClaim } from '../claim.ts';
import type { ConversationEvent } from './conversation.ts';
import {
  ANN,
  BEN,
  CAT,
  connected,
  joined,
  legIn,
  PARTY,
  partIn,
  reported,
  run,
  rung,
  START,
  said,
  talking,
} from './test-running.ts';

describe('a transfer', () => {
  const asked = () => rung(talking(), 'transfer', ANN, BEN, CAT);

  it('leaves the agent in until the target is in, and then lets the agent go', () => {
    const { at, orders } = run(asked(), connected(BEN, 3_000));
    expect(at.call).toMatchObject({ claimedBy: BEN.callUserId, agentId: BEN.userId, status: 'in-progress' });
    expect(orders).toEqual([
      { kind: 'withdraw', callUserId: CAT.callUserId, userId: 3, legId: 3, by: BEN.userId },
      { kind: 'handOver', callUserId: BEN.callUserId, dueAt: START + 5_000 },
    ]);
    expect(partIn(at, ANN)?.status).toBe('accepted');
    const over = run(at, joined(BEN, 3_050));
    expect(over.orders).toEqual([{ kind: 'endLeg', legId: ANN.legId }]);
    expect(partIn(over.at, ANN)).toMatchObject({ status: 'ended' });
    expect(run(over.at, joined(BEN, 3_050), said('handOverDue', BEN, 5_000)).orders).toEqual([]);
    expect(phaseOf(over.at.call)).toBe('talking');
  });

  it('lets the agent go in any case a while after the accept', () => {
    const { at, orders } = run(asked(), connected(BEN, 3_000), said('handOverDue', BEN, 5_000));
    expect(orders).toEqual([{ kind: 'endLeg', legId: ANN.legId }]);
    expect(phaseOf(at.call)).toBe('talking');
  });

  it('puts a held lead back on accept', () => {
    const held = rung(run(talking(), said('holdAsked', ANN, 2_000)).at, 'transfer', ANN, BEN);
    const { at } = run(held, connected(BEN, 3_000));
    expect([legIn(at, PARTY)?.held, legIn(at, BEN)?.held, at.call.heldBy]).toEqual([false, false, null]);
  });

  it.each(['ignored', 'ringTimedOut'] as const)('that comes to nothing (%s) is told to the agent', (word) => {
    const first = run(asked(), said(word, BEN, 3_000));
    expect(first.orders.map(({ kind }) => kind)).toEqual(['withdraw']);
    const { at, orders } = run(first.at, said(word, CAT, 3_000));
    expect(orders.map(({ kind }) => kind)).toEqual(['withdraw', 'notify']);
    expect(orders.at(-1)).toEqual({ kind: 'notify', userId: ANN.userId, notice: 'transferMissed' });
    expect(at.call).toMatchObject({ claimedBy: ANN.callUserId, agentId: ANN.userId, status: 'in-progress' });
  });

  it('whose target is lost on the way in gives the call back', () => {
    const { at, orders } = run(asked(), connected(BEN, 3_000), reported(BEN, 'completed', 3_020));
    expect(at.call).toMatchObject({ claimedBy: ANN.callUserId, agentId: ANN.userId });
    expect(orders).toEqual([{ kind: 'notify', userId: ANN.userId, notice: 'transferMissed' }]);
    expect(phaseOf(at.call)).toBe('talking');
  });

  it('whose target hangs up on the way in gives the call back, and the agent is told', () => {
    const { at, orders } = run(asked(), connected(BEN, 3_000), said('hangUpAsked', BEN, 3_020));
    expect(at.call).toMatchObject({ claimedBy: ANN.callUserId, agentId: ANN.userId });
    expect(orders).toEqual([
      { kind: 'notify', userId: ANN.userId, notice: 'transferMissed' },
      { kind: 'endLeg', legId: BEN.legId },
    ]);
    expect([phaseOf(at.call), partIn(at, BEN)?.status]).toEqual(['talking', 'ended']);
  });

  const unreached: readonly [string, ConversationEvent][] = [
    ['does not ring', { type: 'acknowledgeTimedOut', callUserId: BEN.callUserId, at: START + 4_000 }],
    ['is refused', { type: 'legRefused', legId: BEN.legId, reason: 'No', at: START + 2_100 }],
    ['is not there', reported(BEN, 'failed', 2_100)],
    ['does not answer', reported(BEN, 'no-answer', 32_000)],
    ['is busy', reported(BEN, 'busy', 2_100)],
    ['expires', said('ringTimedOut', BEN, 32_000)],
  ];
  it.each(unreached)('whose only ring %s is told to the agent, who talks on', (_sentence, event) => {
    const { at, orders } = run(rung(talking(), 'transfer', ANN, BEN), event);
    expect(orders.filter(({ kind }) => kind === 'notify')).toEqual([
      { kind: 'notify', userId: ANN.userId, notice: 'transferMissed' },
    ]);
    expect([phaseOf(at.call), at.call.agentId]).toEqual(['talking', ANN.userId]);
  });

  it('is taken back with the call when the agent hangs up before anybody accepted', () => {
    const { at, orders } = run(asked(), said('hangUpAsked', ANN, 3_000));
    expect(phaseOf(at.call)).toBe('ended');
    expect(orders.filter(({ kind }) => kind === 'withdraw')).toHaveLength(2);
    expect(judgeClaim(at, BEN)).toBe('lost');
  });

  it('of a call whose lead does not answer any more reaches nobody', () => {
    const { at } = run(asked(), reported(PARTY, 'completed', 3_000));
    expect(phaseOf(at.call)).toBe('ended');
    expect([BEN, CAT].map((who) => partIn(at, who)?.status)).toEqual(['withdrawn', 'withdrawn']);
  });

  it('to one agent only: the second to accept has lost', () => {
    const { at } = run(asked(), connected(CAT, 3_000));
    expect([judgeClaim(at, CAT), judgeClaim(at, BEN)]).toEqual(['again', 'lost']);
  });
});
