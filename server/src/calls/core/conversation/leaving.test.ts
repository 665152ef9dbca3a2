import { describe, expect, it } from 'vitest';
import { phaseOf } from '../call-lifecycle.ts';
import { judgeClaim } from '../claim.ts';
import { newLeg } from '../leg.ts';
import type { Conversation, ConversationEvent } from './conversation.ts';
import { type PhoneWord, saysItHungUp, WORD_CHECK_MS } from './leaving.ts';
import { run, rung, status } from './test-offered.ts';
import { ANN, connected, created, PARTY, reported, START } from './test-running.ts';

const waitedInVain = (vanishedAt: number, at: number): ConversationEvent => ({
  type: 'resumeTimedOut',
  callUserId: ANN.callUserId,
  vanishedAt: START + vanishedAt,
  at: START + at,
});

describe('a vanished agent', () => {
  const gone = () => run(rung('inbound', [ANN]), connected(ANN, 0), reported(ANN, 'completed', 10_000, 10));

  it('leaves the other party with music for 45 s', () => {
    const { at, orders } = gone();
    expect(phaseOf(at.call)).toBe('vanished');
    expect(orders).toEqual([
      { kind: 'wordCheck', callUserId: ANN.callUserId, dueAt: START + 12_000 },
      {
        kind: 'resumeTimeout',
        callUserId: ANN.callUserId,
        vanishedAt: START + 10_000,
        dueAt: START + 55_000,
      },
      { kind: 'hold', legId: PARTY.legId },
    ]);
    expect(at.legs.find(({ id }) => id === PARTY.legId)?.held).toBe(true);
    const over = run(at, waitedInVain(10_000, 55_000));
    expect(over.at.call).toMatchObject({ status: 'completed', seconds: 55 });
    expect(over.orders).toEqual([{ kind: 'endLeg', legId: PARTY.legId }]);
  });

  it('who said so has hung up', () => {
    const said: ConversationEvent = { type: 'hangUpAsked', callUserId: ANN.callUserId, at: START + 9_950 };
    const talking = run(rung('inbound', [ANN]), connected(ANN, 0)).at;
    const { at, orders } = run(talking, said, reported(ANN, 'completed', 10_000, 10));
    expect(at.call).toMatchObject({ status: 'completed', seconds: 9, vanishedAt: null });
    expect(orders).toEqual([]);
  });

  const NEW_LEG = 5;
  const back = (conversation: Conversation, at: number) =>
    run(
      { ...conversation, legs: [...conversation.legs, newLeg(NEW_LEG, 'agent', ANN.callUserId)] },
      { type: 'phoneReturned', callUserId: ANN.callUserId, legId: NEW_LEG, at: START + at },
    );
  const again = { ...ANN, legId: NEW_LEG, sid: 'CAagain000' };

  it('is rung again and let in without a click; an old window changes nothing then', () => {
    const returned = back(gone().at, 20_000);
    expect(returned.orders).toEqual([
      { kind: 'ring', legId: NEW_LEG, callUserId: ANN.callUserId, userId: ANN.userId },
    ]);
    expect(judgeClaim(returned.at, again)).toBe('resumed');
    const joined = run(returned.at, created(again, 20_010), connected(again, 20_500));
    expect(phaseOf(joined.at.call)).toBe('talking');
    expect(joined.orders).toEqual([{ kind: 'hold', legId: PARTY.legId }]);
    expect(joined.at.legs.find(({ id }) => id === PARTY.legId)?.held).toBe(false);
    const late = run(joined.at, waitedInVain(10_000, 55_000));
    expect(phaseOf(late.at.call)).toBe('talking');
  });

  it('who comes back before the old leg ended gets a new one, and the old one goes', () => {
    const talking = run(rung('inbound', [ANN]), connected(ANN, 0)).at;
    const returned = back(talking, 20_000);
    expect(returned.orders.map(({ kind }) => kind)).toEqual([
      'wordCheck',
      'resumeTimeout',
      'endLeg',
      'ring',
      'hold',
    ]);
    const joined = run(returned.at, connected(again, 20_500), reported(ANN, 'completed', 21_000, 21));
    expect(phaseOf(joined.at.call)).toBe('talking');
  });
});

describe('an agent who vanishes while the lead is being dialled', () => {
  const dialling = () => run(rung('outbound', [ANN]), connected(ANN, 0), created(PARTY, 100)).at;
  const gone = () => run(dialling(), reported(ANN, 'completed', 3_000, 3));
  const answered = reported(PARTY, 'in-progress', 6_000);

  it('leaves the lead ringing, who hears music when they answer', () => {
    const { at, orders } = gone();
    expect(orders.map(({ kind }) => kind)).toEqual(['wordCheck', 'resumeTimeout']);
    expect(at.call.endedAt).toBeNull();
    const met = run(at, answered);
    expect(phaseOf(met.at.call)).toBe('vanished');
    expect(met.orders).toContainEqual({ kind: 'hold', legId: PARTY.legId });
    expect(met.at.legs.find(({ id }) => id === PARTY.legId)?.held).toBe(true);
  });

  it('is rung again, before the lead answers or after', () => {
    const NEW_LEG = 5;
    const again = { ...ANN, legId: NEW_LEG, sid: 'CAagain000' };
    const withLeg = (from: Conversation) => ({
      ...from,
      legs: [...from.legs, newLeg(NEW_LEG, 'agent', ANN.callUserId)],
    });
    const back = {
      type: 'phoneReturned',
      callUserId: ANN.callUserId,
      legId: NEW_LEG,
      at: START + 5_000,
    } as const;
    const returned = run(withLeg(gone().at), back);
    expect(returned.orders).toEqual([
      { kind: 'ring', legId: NEW_LEG, callUserId: ANN.callUserId, userId: ANN.userId },
    ]);
    expect(judgeClaim(returned.at, again)).toBe('resumed');
    const joined = run(returned.at, connected(again, 5_500), answered);
    expect(phaseOf(joined.at.call)).toBe('talking');
    expect(joined.at.legs.find(({ id }) => id === PARTY.legId)?.held).toBe(false);
  });

  it('and does not come back ends the call when the time is over', () => {
    const over = run(gone().at, waitedInVain(3_000, 48_000));
    expect(over.at.call).toMatchObject({ status: 'canceled', reasons: ['The agent did not come back'] });
    expect(over.orders).toContainEqual({ kind: 'endLeg', legId: PARTY.legId });
  });

  it('has hung up when the phone says that it is on no call', () => {
    const off = run(gone().at, { type: 'phoneOffCall', callUserId: ANN.callUserId, at: START + 5_000 });
    expect(off.at.call).toMatchObject({ status: 'canceled' });
    expect(off.orders).toContainEqual({ kind: 'endLeg', legId: PARTY.legId });
  });

  it('has nothing to come back to when the lead is busy', () => {
    const busy = run(gone().at, reported(PARTY, 'busy', 5_000));
    expect(busy.at.call).toMatchObject({ status: 'no-answer', reasons: ['The lead was busy'] });
    expect(status(busy.at, ANN)).toBe('ended');
  });
});

describe('the word of the phone whose leg ended at 10 s', () => {
  const callUser = { phoneId: 'page-1', vanishedAt: START + 10_000 };
  const word = (at: number, other: Partial<PhoneWord> = {}): PhoneWord => ({
    phoneId: 'page-1',
    state: 'waiting',
    at: START + at,
    ...other,
  });

  it('is a hang-up when it is on no call and has waited', () => {
    expect(saysItHungUp(callUser, word(12_000), WORD_CHECK_MS)).toBe(true);
    expect(saysItHungUp(callUser, word(11_999), WORD_CHECK_MS)).toBe(false);
    expect(saysItHungUp(callUser, word(10_000), 0)).toBe(true);
    expect(saysItHungUp(callUser, word(9_999), 0)).toBe(false);
  });

  it('is none when it is on the call, of another page, or the agent is there', () => {
    expect(saysItHungUp(callUser, word(12_000, { state: 'oncall' }), 0)).toBe(false);
    expect(saysItHungUp(callUser, word(12_000, { phoneId: 'page-2' }), 0)).toBe(false);
    expect(saysItHungUp({ ...callUser, vanishedAt: null }, word(12_000), 0)).toBe(false);
  });
});
