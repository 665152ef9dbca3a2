import { describe, expect, it } from 'vitest';
import type { FinalLegStatus } from '../../../platform/core/leg-status.ts';
import { decideClaim } from '../claim.ts';
import type { ConversationEvent } from './conversation.ts';
import { BOB, ringing, run, status } from './test-ringing.ts';
import { ANN, connected, created, reported, START } from './test-running.ts';

type RingEvent = 'acknowledged' | 'acknowledgementTimedOut' | 'leadRemoved';
const ringEvent = (type: RingEvent, who: typeof ANN, at: number): ConversationEvent => ({
  type,
  callUserId: who.callUserId,
  at: START + at,
});

describe('a ring', () => {
  const acknowledged = (who: typeof ANN, at: number) => ringEvent('acknowledged', who, at);

  it('must be acknowledged within 1.5 s of the provider’s ringing report, or 2.5 s of its creation', () => {
    expect(run(ringing('lead'), created(ANN, 100)).commands).toEqual([
      { kind: 'acknowledgeTimeout', callUserId: ANN.callUserId, legId: 1, dueAt: START + 2_600 },
    ]);
    expect(run(ringing('lead'), reported(ANN, 'ringing', 100)).commands).toEqual([
      { kind: 'acknowledgeTimeout', callUserId: ANN.callUserId, legId: 1, dueAt: START + 1_600 },
    ]);
    expect(run(ringing('lead'), acknowledged(ANN, 50), reported(ANN, 'ringing', 100)).commands).toEqual([]);
  });

  it('without an acknowledgement skips the agent and marks the phone as unreachable', () => {
    const { conversation, commands } = run(
      ringing('lead', [ANN]),
      created(ANN, 5),
      ringEvent('acknowledgementTimedOut', ANN, 2_505),
    );
    expect(status(conversation, ANN)).toBe('missed');
    expect(commands.map(({ kind }) => kind)).toEqual(['markUnreachable', 'withdraw', 'ringNextAgents']);
  });

  it('with an acknowledgement continues', () => {
    const late = ringEvent('acknowledgementTimedOut', ANN, 2_505);
    const { conversation, commands } = run(
      ringing('lead', [ANN]),
      created(ANN, 5),
      acknowledged(ANN, 400),
      late,
    );
    expect(status(conversation, ANN)).toBe('ringing');
    expect(commands).toEqual([]);
  });

  it('that is declined leaves the others ringing, and the last one to end offers the call to the next agents', () => {
    const ignore = (who: typeof ANN): ConversationEvent => ({
      type: 'ignored',
      callUserId: who.callUserId,
      at: START + 800,
    });
    const first = run(ringing('lead'), ignore(ANN));
    expect([status(first.conversation, ANN), status(first.conversation, BOB)]).toEqual([
      'ignored',
      'ringing',
    ]);
    expect(first.commands.map(({ kind }) => kind)).toEqual(['withdraw']);
    const last = run(first.conversation, ignore(BOB));
    expect(last.commands.map(({ kind }) => kind)).toEqual(['withdraw', 'ringNextAgents']);
    const none = run(last.conversation, {
      type: 'noAgentLeft',
      status: 'missed',
      reason: 'No agent accepted the call',
      at: START + 801,
    });
    expect(none.conversation.call).toMatchObject({ status: 'missed', seconds: 0, endedAt: START + 801 });
  });

  it.each(['failed', 'no-answer'] as const)(
    'that reaches no phone (%s) marks the agent as unreachable',
    (legStatus) => {
      const { conversation, commands } = run(ringing('lead'), created(ANN, 5), reported(ANN, legStatus, 20));
      expect(status(conversation, ANN)).toBe('missed');
      expect(commands.map(({ kind }) => kind)).toEqual(['markUnreachable', 'withdraw']);
    },
  );

  it('rejected by the device counts as declined', () => {
    const { conversation, commands } = run(
      ringing('lead'),
      acknowledged(ANN, 50),
      reported(ANN, 'busy', 2_000),
    );
    expect(status(conversation, ANN)).toBe('ignored');
    expect(commands.map(({ kind }) => kind)).toEqual(['withdraw']);
  });

  it('that is answered late loses the claim', () => {
    const over = run(ringing('lead'), connected(ANN, 500)).conversation;
    expect(decideClaim(over, BOB)).toBe('lost');
    expect(decideClaim(over, ANN)).toBe('repeated');
  });
});

describe('a ring on an agent’s external phone', () => {
  const offered = (type: 'lead' | 'inbound', agents = [ANN]) => {
    const { callUsers, ...rest } = ringing(type, agents);
    const [first, ...others] = callUsers;
    if (!first) throw new Error('no agent is rung');
    return { ...rest, callUsers: [{ ...first, externalNumber: '+14155550131' }, ...others] };
  };

  it('expects no acknowledgement', () => {
    const ringing = run(offered('lead'), created(ANN, 5), reported(ANN, 'ringing', 100));
    expect(ringing.commands).toEqual([]);
  });

  it('that is answered doesn’t claim the call: the lead is dialed only after a key is pressed', () => {
    const answered = run(offered('lead'), created(ANN, 5), reported(ANN, 'in-progress', 900));
    expect([answered.commands, status(answered.conversation, ANN)]).toEqual([[], 'ringing']);
    expect(run(answered.conversation, connected(ANN, 6_000)).commands).toEqual([{ kind: 'dialLead' }]);
  });

  const ends: readonly [FinalLegStatus, string, string | null][] = [
    ['completed', 'ignored', null],
    ['busy', 'missed', 'The agent’s external phone was busy'],
    ['no-answer', 'missed', 'No answer'],
    ['failed', 'missed', 'The agent’s external phone could not be reached'],
  ];
  it.each(ends)(
    'that ends as %s is %s, and the app isn’t marked as unreachable',
    (legStatus, expected, reason) => {
      const { conversation, commands } = run(
        offered('lead'),
        created(ANN, 5),
        reported(ANN, legStatus, 4_000),
      );
      expect([conversation.callUsers[0]?.status, conversation.callUsers[0]?.reason]).toEqual([
        expected,
        reason,
      ]);
      expect(commands.map(({ kind }) => kind)).toEqual(['withdraw', 'ringNextAgents']);
    },
  );

  const removed = ringEvent('leadRemoved', ANN, 5_000);

  it('whose agent removes the lead ends all rings for it', () => {
    const { conversation, commands } = run(
      offered('lead', [ANN, BOB]),
      created(ANN, 5),
      created(BOB, 5),
      removed,
    );
    expect(conversation.call).toMatchObject({ status: 'canceled', reasons: ['The lead was removed'] });
    expect([status(conversation, ANN), status(conversation, BOB)]).toEqual(['ignored', 'withdrawn']);
    expect(commands.map(({ kind }) => kind)).toEqual(['withdraw', 'withdraw']);
  });

  it('whose agent removes a caller ends, while the other agents keep ringing', () => {
    const { conversation } = run(offered('inbound', [ANN, BOB]), removed);
    expect([conversation.call.endedAt, status(conversation, ANN), status(conversation, BOB)]).toEqual([
      null,
      'ignored',
      'ringing',
    ]);
  });

  it('that was accepted and hung up ends the call without waiting for the agent', () => {
    const { conversation, commands } = run(
      offered('inbound'),
      connected(ANN, 1_000),
      reported(ANN, 'completed', 61_000, 60),
    );
    expect(conversation.call).toMatchObject({ status: 'completed', seconds: 60, disconnectedAt: null });
    expect(commands).toEqual([{ kind: 'endLeg', legId: 9 }]);
  });

  it('that was accepted and hung up before the lead answers cancels the call', () => {
    const { conversation } = run(offered('lead'), connected(ANN, 1_000), reported(ANN, 'completed', 3_000));
    expect(conversation.call).toMatchObject({ status: 'canceled' });
  });
});
