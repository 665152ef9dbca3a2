import { describe, expect, it } from 'vitest';
import { phaseOf } from '../call-lifecycle.ts';
import { newLeg } from '../leg.ts';
import type { Conversation, ConversationEvent } from './conversation.ts';
import { seatOf } from './hearing.ts';
import {
  ANN,
  BEN,
  connected,
  empty,
  joined,
  legIn,
  PARTY,
  reported,
  run,
  rung,
  SAM,
  START,
  said,
  talking,
  withParty,
} from './test-running.ts';

const AGAIN = { ...ANN, legId: 5, sid: 'CAagain000' };
const comesBack = (at: Conversation) =>
  run({ ...at, legs: [...at.legs, newLeg(AGAIN.legId, 'agent', ANN.callUserId)] }, connected(AGAIN, 5_000));

describe('hold', () => {
  it('is for the other party, not for the agent, and twice is once', () => {
    const { at, orders } = run(talking(), said('holdAsked', ANN, 2_000));
    expect(orders).toEqual([{ kind: 'hold', legId: PARTY.legId }]);
    expect([legIn(at, PARTY)?.held, legIn(at, ANN)?.held]).toEqual([true, false]);
    expect(run(at, said('holdAsked', ANN, 2_100)).orders).toEqual([]);
    const off = run(at, said('unholdAsked', ANN, 2_200));
    expect(off.orders).toEqual([{ kind: 'hold', legId: PARTY.legId }]);
    expect(legIn(off.at, PARTY)?.held).toBe(false);
  });

  it('asked for while the lead rings is there when it answers', () => {
    const claimed = run(rung(empty('lead'), 'lead', null, ANN), connected(ANN, 100)).at;
    const held = run(withParty(claimed, PARTY), said('holdAsked', ANN, 200));
    expect(held.orders).toEqual([]);
    expect(run(held.at, reported(PARTY, 'in-progress', 900)).orders).toContainEqual({
      kind: 'hold',
      legId: PARTY.legId,
    });
  });

  it('is for everyone but the agent when there are more, and never for a supervisor', () => {
    const three = run(rung(talking(), 'conference', ANN, BEN), connected(BEN, 2_000)).at;
    const four = run(rung(three, 'barge', ANN, SAM), connected(SAM, 2_500)).at;
    const { at } = run(four, said('holdAsked', ANN, 3_000));
    expect([ANN, PARTY, BEN, SAM].map((who) => legIn(at, who)?.held)).toEqual([false, true, true, false]);
    const gone = run(at, said('hangUpAsked', ANN, 4_000)).at;
    expect([PARTY, BEN].map((who) => legIn(gone, who)?.held)).toEqual([false, false]);
  });

  it('stays over a vanishing and a return', () => {
    const held = run(talking(), said('holdAsked', ANN, 2_000)).at;
    const gone = run(held, reported(ANN, 'completed', 3_000));
    expect(gone.orders.map(({ kind }) => kind)).toEqual(['wordCheck', 'resumeTimeout']);
    const back = comesBack(gone.at);
    expect(back.orders).toEqual([]);
    expect([legIn(back.at, PARTY)?.held, legIn(back.at, AGAIN)?.held]).toEqual([true, false]);
  });
});

describe('supervision', () => {
  const whispering = () => run(rung(talking(), 'whisper', ANN, SAM), connected(SAM, 2_000));

  it('lets a whisper reach the agent from the first moment', () => {
    const { at, orders } = whispering();
    expect(orders).toEqual([]);
    expect(legIn(at, SAM)?.coaches).toBe(ANN.sid);
  });

  it('silences a whisper while the agent is away, and points it at the new leg', () => {
    const gone = run(whispering().at, reported(ANN, 'completed', 3_000));
    expect(gone.orders).toContainEqual({ kind: 'coach', legId: SAM.legId });
    expect(legIn(gone.at, SAM)?.coaches).toBeNull();
    const back = comesBack(gone.at);
    expect(back.orders).toContainEqual({ kind: 'coach', legId: SAM.legId });
    expect(legIn(back.at, SAM)?.coaches).toBe(AGAIN.sid);
  });

  it('points a whisper at the new agent after a transfer', () => {
    const { at } = run(
      rung(whispering().at, 'transfer', ANN, BEN),
      connected(BEN, 3_000),
      joined(BEN, 3_050),
    );
    expect(legIn(at, SAM)?.coaches).toBe(BEN.sid);
  });

  it.each(['listen', 'whisper'] as const)(
    'of the kind %s is no party: the call is over without it',
    (type) => {
      const three = run(rung(talking(), type, ANN, SAM), connected(SAM, 2_000)).at;
      expect(phaseOf(run(three, said('hangUpAsked', SAM, 3_000)).at.call)).toBe('talking');
      const { at, orders } = run(three, said('hangUpAsked', ANN, 3_000));
      expect(phaseOf(at.call)).toBe('ended');
      expect(orders).toContainEqual({ kind: 'endLeg', legId: SAM.legId });
    },
  );

  it('by barging in is a party: the call goes on with it, and its result is not the call’s', () => {
    const three = run(rung(talking(), 'barge', ANN, SAM), connected(SAM, 2_000)).at;
    const { at } = run(three, said('hangUpAsked', ANN, 3_000));
    expect(phaseOf(at.call)).toBe('talking');
    expect(at.call.agentId).toBe(ANN.userId);
  });

  const silent: readonly [string, ConversationEvent][] = [
    ['does not ring', { type: 'acknowledgeTimedOut', callUserId: SAM.callUserId, at: START + 4_000 }],
    ['is refused', { type: 'legRefused', legId: SAM.legId, reason: 'No', at: START + 2_100 }],
    ['is not there', reported(SAM, 'failed', 2_100)],
    ['expires', said('ringTimedOut', SAM, 30_000)],
  ];
  it.each(silent)(
    'whose ring %s changes nothing in the call, and is told to the supervisor',
    (_sentence, event) => {
      const before = rung(talking(), 'listen', ANN, SAM);
      const { at, orders } = run(before, event);
      expect(orders.map(({ kind }) => kind).filter((kind) => kind !== 'markUnreachable')).toEqual([
        'withdraw',
        'notify',
      ]);
      expect(orders.at(-1)).toEqual({ kind: 'notify', userId: SAM.userId, notice: 'ownRingMissed' });
      expect({ ...at.call, reasons: [] }).toEqual(before.call);
    },
  );

  it('that the supervisor ignores is no news', () => {
    const { orders } = run(rung(talking(), 'listen', ANN, SAM), said('ignored', SAM, 3_000));
    expect(orders.map(({ kind }) => kind)).toEqual(['withdraw']);
  });

  it('of a call that ends while the phone rings is told to the supervisor', () => {
    const { orders } = run(rung(talking(), 'barge', ANN, SAM), said('hangUpAsked', ANN, 3_000));
    expect(orders).toContainEqual({ kind: 'notify', userId: SAM.userId, notice: 'endedBeforeJoining' });
  });
});

describe('the seat in the conference', () => {
  const withSupervisor = (type: 'listen' | 'whisper' | 'barge') =>
    run(rung(talking(), type, ANN, SAM), connected(SAM, 2_000)).at;
  const seat = (at: ReturnType<typeof talking>, { callUserId, legId }: typeof SAM) =>
    seatOf(at, callUserId, legId);

  it('of whoever listens is muted, and of a whisper only the agent hears', () => {
    expect(seat(withSupervisor('listen'), SAM)).toEqual({ muted: true, coach: null });
    expect(seat(withSupervisor('whisper'), SAM)).toEqual({ muted: false, coach: ANN.sid });
    expect(seat(withSupervisor('barge'), SAM)).toEqual({ muted: false, coach: null });
    expect(seat(withSupervisor('listen'), ANN)).toEqual({ muted: false, coach: null });
  });

  it('of a whisper is muted where there is nobody whom it may reach', () => {
    const gone = run(withSupervisor('whisper'), reported(ANN, 'completed', 3_000)).at;
    expect(seat(gone, SAM)).toEqual({ muted: true, coach: null });
  });
});
