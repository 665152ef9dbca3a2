import { describe, expect, it } from 'vitest';
import { phaseOf } from '../call-lifecycle.ts';
import { judgeClaim } from '../claim.ts';
import type { Conversation, ConversationEvent } from './conversation.ts';
import { BOB, run, rung, status } from './test-offered.ts';
import { ANN, connected, PARTY, reported, START } from './test-running.ts';

const nobody = (
  takesMessage: boolean,
  word: 'missed' | 'offline' | 'busy' = 'missed',
): ConversationEvent => ({
  type: 'nobodyLeft',
  status: word,
  reason: 'Nobody accepted the call',
  takesMessage,
  at: START + 30_000,
});
const left = (seconds: number, at = 50_000): ConversationEvent => ({
  type: 'messageLeft',
  seconds,
  at: START + at,
});
const gone = reported(PARTY, 'completed', 49_000, 49);
const unanswered = (): Conversation => {
  const over = (who: typeof ANN): ConversationEvent => ({
    type: 'ringTimedOut',
    callUserId: who.callUserId,
    at: START + 30_000,
  });
  return run(rung('inbound'), over(ANN), over(BOB)).at;
};
const speaking = (word: 'missed' | 'offline' | 'busy' = 'missed') => run(unanswered(), nobody(true, word)).at;

describe('a caller', () => {
  const ready: ConversationEvent = { type: 'callerReady', at: START + 4_000 };

  it('who has heard the welcome has the agents rung, once', () => {
    expect(run(rung('inbound', []), ready).orders).toEqual([{ kind: 'offerNext' }]);
    expect(run(rung('inbound'), ready).orders).toEqual([]);
    expect(run(unanswered(), ready).orders).toEqual([]);
    expect(run(speaking(), ready).orders).toEqual([]);
  });

  it('who hangs up while the agents ring has the rings ended, and missed them', () => {
    const { at, orders } = run(rung('inbound'), reported(PARTY, 'completed', 9_000, 9));
    expect(at.call).toMatchObject({ status: 'missed', endedAt: START + 9_000, seconds: 0 });
    expect([status(at, ANN), status(at, BOB)]).toEqual(['withdrawn', 'withdrawn']);
    expect(orders.map(({ kind }) => kind)).toEqual(['withdraw', 'withdraw']);
  });

  it('whom nobody takes is told so where the team takes no messages', () => {
    const { at, orders } = run(unanswered(), nobody(false));
    expect(phaseOf(at.call)).toBe('ended');
    expect(orders).toEqual([{ kind: 'apologise', legId: PARTY.legId }]);
  });

  it.each(['missed', 'offline', 'busy'] as const)(
    'whom nobody takes (%s) may leave a message, and the call lasts as long as they stay',
    (word) => {
      const { at, orders } = run(unanswered(), nobody(true, word));
      expect(orders).toEqual([{ kind: 'takeMessage', legId: PARTY.legId }]);
      expect([phaseOf(at.call), at.call.status]).toEqual(['voicemail', word]);
      const over = run(at, gone).at;
      expect(over.call).toMatchObject({
        status: word,
        endedAt: START + 49_000,
        seconds: 0,
        voicemailSeconds: null,
      });
    },
  );

  it('who speaks is nobody’s any more, and waits for nobody', () => {
    const at = speaking();
    expect([judgeClaim(at, ANN), judgeClaim(at, BOB)]).toEqual(['lost', 'lost']);
    expect(run(at, nobody(true)).orders).toEqual([]);
  });

  const orders: readonly [string, readonly ConversationEvent[]][] = [
    ['before the end', [left(7), gone]],
    ['after the end', [gone, left(7)]],
    ['twice, with another length', [left(7), gone, left(8)]],
  ];
  it.each(orders)('whose message is told %s was missed, and says how long it is', (_when, events) => {
    const { at } = run(speaking('offline'), ...events);
    expect(at.call).toMatchObject({
      status: 'missed',
      voicemailSeconds: 7,
      endedAt: START + 49_000,
      seconds: 0,
    });
    expect(at.call.reasons).toEqual(['Nobody accepted the call', 'The caller left a voicemail of 7 s']);
  });

  it('who was not heard left no message', () => {
    const { at } = run(speaking('offline'), gone, left(0));
    expect(at.call).toMatchObject({ status: 'offline', voicemailSeconds: null });
  });

  it('who was taken leaves none, whatever is told', () => {
    const { at } = run(rung('inbound'), connected(ANN, 1_000), nobody(true), left(7));
    expect(at.call).toMatchObject({ status: 'in-progress', voicemailSeconds: null });
  });
});
