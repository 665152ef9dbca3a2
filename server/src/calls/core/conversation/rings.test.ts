import { describe, expect, it } from 'vitest';
import type { FinalLegStatus } from '../../../platform/core/leg-status.ts';
import { judgeClaim } from '../claim.ts';
import type { ConversationEvent } from './conversation.ts';
import { BOB, run, rung, status } from './test-offered.ts';
import { ANN, connected, created, reported, START } from './test-running.ts';

type Said = 'acknowledged' | 'acknowledgeTimedOut' | 'leadRemoved';
const said = (type: Said, who: typeof ANN, at: number): ConversationEvent => ({
  type,
  callUserId: who.callUserId,
  at: START + at,
});

describe('a ring', () => {
  const acknowledged = (who: typeof ANN, at: number) => said('acknowledged', who, at);

  it("waits for the phone's word from the provider's ringing, or 1 s after the create", () => {
    expect(run(rung('lead'), created(ANN, 100)).orders).toEqual([
      { kind: 'acknowledgeTimeout', callUserId: ANN.callUserId, legId: 1, dueAt: START + 2_600 },
    ]);
    expect(run(rung('lead'), reported(ANN, 'ringing', 100)).orders).toEqual([
      { kind: 'acknowledgeTimeout', callUserId: ANN.callUserId, legId: 1, dueAt: START + 1_600 },
    ]);
    expect(run(rung('lead'), acknowledged(ANN, 50), reported(ANN, 'ringing', 100)).orders).toEqual([]);
  });

  it('that a phone does not acknowledge passes the agent over and says why', () => {
    const { at, orders } = run(rung('lead', [ANN]), created(ANN, 5), said('acknowledgeTimedOut', ANN, 2_505));
    expect(status(at, ANN)).toBe('missed');
    expect(orders.map(({ kind }) => kind)).toEqual(['markUnreachable', 'withdraw', 'offerNext']);
  });

  it('that is acknowledged stays', () => {
    const late = said('acknowledgeTimedOut', ANN, 2_505);
    const { at, orders } = run(rung('lead', [ANN]), created(ANN, 5), acknowledged(ANN, 400), late);
    expect(status(at, ANN)).toBe('ringing');
    expect(orders).toEqual([]);
  });

  it('that is ignored leaves the others ringing, and the last one asks for the next', () => {
    const ignore = (who: typeof ANN): ConversationEvent => ({
      type: 'ignored',
      callUserId: who.callUserId,
      at: START + 800,
    });
    const first = run(rung('lead'), ignore(ANN));
    expect([status(first.at, ANN), status(first.at, BOB)]).toEqual(['ignored', 'ringing']);
    expect(first.orders.map(({ kind }) => kind)).toEqual(['withdraw']);
    const last = run(first.at, ignore(BOB));
    expect(last.orders.map(({ kind }) => kind)).toEqual(['withdraw', 'offerNext']);
    const none = run(last.at, {
      type: 'nobodyLeft',
      status: 'missed',
      reason: 'Nobody accepted the call',
      at: START + 801,
    });
    expect(none.at.call).toMatchObject({ status: 'missed', seconds: 0, endedAt: START + 801 });
  });

  it.each(['failed', 'no-answer'] as const)('of an agent without a phone (%s) marks the agent', (word) => {
    const { at, orders } = run(rung('lead'), created(ANN, 5), reported(ANN, word, 20));
    expect(status(at, ANN)).toBe('missed');
    expect(orders.map(({ kind }) => kind)).toEqual(['markUnreachable', 'withdraw']);
  });

  it('that the device refuses is ignored', () => {
    const { at, orders } = run(rung('lead'), acknowledged(ANN, 50), reported(ANN, 'busy', 2_000));
    expect(status(at, ANN)).toBe('ignored');
    expect(orders.map(({ kind }) => kind)).toEqual(['withdraw']);
  });

  it('whose answer is late reaches nobody: the claim is lost', () => {
    const over = run(rung('lead'), connected(ANN, 500)).at;
    expect(judgeClaim(over, BOB)).toBe('lost');
    expect(judgeClaim(over, ANN)).toBe('again');
  });
});

describe("a ring on an agent's own phone", () => {
  const offered = (type: 'lead' | 'inbound', agents = [ANN]) => {
    const { callUsers, ...rest } = rung(type, agents);
    const [first, ...others] = callUsers;
    if (!first) throw new Error('nobody is rung');
    return { ...rest, callUsers: [{ ...first, ownNumber: '+14155550131' }, ...others] };
  };

  it('waits for no acknowledgement', () => {
    const ringing = run(offered('lead'), created(ANN, 5), reported(ANN, 'ringing', 100));
    expect(ringing.orders).toEqual([]);
  });

  it('that is picked up is nobody’s yet: the lead is dialled when a key says so', () => {
    const picked = run(offered('lead'), created(ANN, 5), reported(ANN, 'in-progress', 900));
    expect([picked.orders, status(picked.at, ANN)]).toEqual([[], 'ringing']);
    expect(run(picked.at, connected(ANN, 6_000)).orders).toEqual([{ kind: 'dialLead' }]);
  });

  const ends: readonly [FinalLegStatus, string, string | null][] = [
    ['completed', 'ignored', null],
    ['busy', 'missed', "The agent's own phone was busy"],
    ['no-answer', 'missed', 'No answer'],
    ['failed', 'missed', "The agent's own phone could not be reached"],
  ];
  it.each(ends)('that ends %s is %s, and the app is as reachable as before', (word, expected, reason) => {
    const { at, orders } = run(offered('lead'), created(ANN, 5), reported(ANN, word, 4_000));
    expect([at.callUsers[0]?.status, at.callUsers[0]?.reason]).toEqual([expected, reason]);
    expect(orders.map(({ kind }) => kind)).toEqual(['withdraw', 'offerNext']);
  });

  const removed = said('leadRemoved', ANN, 5_000);

  it('whose agent has the lead removed ends all rings for it', () => {
    const { at, orders } = run(offered('lead', [ANN, BOB]), created(ANN, 5), created(BOB, 5), removed);
    expect(at.call).toMatchObject({ status: 'canceled', reasons: ['The lead was removed'] });
    expect([status(at, ANN), status(at, BOB)]).toEqual(['ignored', 'withdrawn']);
    expect(orders.map(({ kind }) => kind)).toEqual(['withdraw', 'withdraw']);
  });

  it('whose agent has a caller removed leaves the caller to the others', () => {
    const { at } = run(offered('inbound', [ANN, BOB]), removed);
    expect([at.call.endedAt, status(at, ANN), status(at, BOB)]).toEqual([null, 'ignored', 'ringing']);
  });

  it('that was accepted and put down is hung up: nobody is waited for', () => {
    const { at, orders } = run(
      offered('inbound'),
      connected(ANN, 1_000),
      reported(ANN, 'completed', 61_000, 60),
    );
    expect(at.call).toMatchObject({ status: 'completed', seconds: 60, vanishedAt: null });
    expect(orders).toEqual([{ kind: 'endLeg', legId: 9 }]);
  });

  it('that was accepted and put down before the lead answers cancels the call', () => {
    const { at } = run(offered('lead'), connected(ANN, 1_000), reported(ANN, 'completed', 3_000));
    expect(at.call).toMatchObject({ status: 'canceled' });
  });
});
