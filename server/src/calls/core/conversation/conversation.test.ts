import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFinal, type LegStatus } from '../../../platform/core/leg-status.ts';
import { phaseOf } from '../call-lifecycle.ts';
import { isOpen } from '../call-user.ts';
import { type ClaimVerdict, decideClaim } from '../claim.ts';
import type { Conversation, ConversationEvent } from './conversation.ts';
import { BOB, type Kind, ringing, run, status } from './test-ringing.ts';
import { ANN, connected, created, PARTY, reported, START } from './test-running.ts';

describe('a lead', () => {
  const claimed = () => run(ringing('lead'), created(ANN, 5), created(BOB, 5), connected(ANN, 900));

  it('is dialed only after an agent accepts, and the other rings are withdrawn', () => {
    const { conversation, commands } = claimed();
    expect(phaseOf(conversation.call)).toBe('connecting');
    expect(conversation.call).toMatchObject({
      claimedBy: ANN.callUserId,
      agentId: ANN.userId,
      status: 'ringing',
    });
    expect(status(conversation, BOB)).toBe('withdrawn');
    expect(commands).toEqual([
      { kind: 'withdraw', callUserId: BOB.callUserId, userId: BOB.userId, legId: BOB.legId, by: ANN.userId },
      { kind: 'dialLead' },
    ]);
  });

  it('has a talk time that counts from the answer to the end', () => {
    const { conversation, commands } = run(
      claimed().conversation,
      reported(PARTY, 'ringing', 2_000),
      reported(PARTY, 'in-progress', 5_000),
      reported(PARTY, 'completed', 65_900),
    );
    expect(conversation.call).toMatchObject({
      status: 'completed',
      seconds: 60,
      talkStartedAt: START + 5_000,
    });
    expect(status(conversation, ANN)).toBe('ended');
    expect(commands).toEqual([{ kind: 'endLeg', legId: ANN.legId }]);
  });

  const unreached: readonly [string, LegStatus, string][] = [
    ['is busy, which the history shows as No Answer,', 'busy', 'no-answer'],
    ['does not answer', 'no-answer', 'no-answer'],
    ['cannot be reached', 'failed', 'failed'],
  ];
  it.each(unreached)('that %s ends the call after a tone to the agent', (_label, legStatus, final) => {
    const { conversation, commands } = run(claimed().conversation, reported(PARTY, legStatus, 4_000));
    expect(conversation.call).toMatchObject({ status: final, seconds: 0, endedAt: START + 4_000 });
    expect(commands).toEqual([{ kind: 'toneAndEnd', legId: ANN.legId }]);
  });

  it('is no longer rung when the agent hangs up before the answer, and the call is canceled', () => {
    const hangUp: ConversationEvent = {
      type: 'hangUpRequested',
      callUserId: ANN.callUserId,
      at: START + 3_000,
    };
    const { conversation, commands } = run(claimed().conversation, created(PARTY, 1_000), hangUp);
    expect(conversation.call).toMatchObject({ status: 'canceled', seconds: 0 });
    expect(commands).toContainEqual({ kind: 'endLeg', legId: PARTY.legId });
  });

  it('whose leg is created after the call has ended is hung up immediately', () => {
    const hangUp: ConversationEvent = {
      type: 'hangUpRequested',
      callUserId: ANN.callUserId,
      at: START + 950,
    };
    const { commands } = run(claimed().conversation, hangUp, created(PARTY, 1_000));
    expect(commands).toEqual([{ kind: 'endLeg', legId: PARTY.legId }]);
  });
});

describe('an inbound call', () => {
  it('is in progress as soon as an agent accepts', () => {
    const { conversation, commands } = run(ringing('inbound'), connected(BOB, 3_000));
    expect(conversation.call).toMatchObject({ status: 'in-progress', talkStartedAt: START + 3_000 });
    expect(commands.map(({ kind }) => kind)).toEqual(['withdraw']);
  });

  it('is missed when the caller hangs up while agents ring, and all phones stop ringing', () => {
    const { conversation, commands } = run(ringing('inbound'), reported(PARTY, 'completed', 4_000, 4));
    expect(conversation.call).toMatchObject({
      status: 'missed',
      seconds: 0,
      reasons: ['The caller hung up'],
    });
    expect(conversation.callUsers.map((one) => one.status)).toEqual(['withdrawn', 'withdrawn']);
    expect(commands.map(({ kind }) => kind)).toEqual(['withdraw', 'withdraw']);
  });

  it('plays the unavailable message when no agent accepts', () => {
    const noneLeft: ConversationEvent = {
      type: 'noAgentLeft',
      status: 'missed',
      reason: 'No agent accepted the call',
      at: START + 30_000,
    };
    expect(run(ringing('inbound', []), noneLeft).commands).toEqual([
      { kind: 'apologise', legId: PARTY.legId },
    ]);
  });
});

describe('a placed call', () => {
  it('dials when the device connects, and is canceled if it never does', () => {
    const placed = ringing('outbound', [ANN]);
    expect(run(placed, connected(ANN, 200)).commands).toEqual([{ kind: 'dialLead' }]);
    const never = run(placed, { type: 'ringTimedOut', callUserId: ANN.callUserId, at: START + 30_000 });
    expect(never.conversation.call).toMatchObject({ status: 'canceled' });
  });
});

const REPORTS: readonly ConversationEvent[] = [
  created(ANN, 10),
  reported(ANN, 'initiated', 20),
  reported(ANN, 'ringing', 30),
  { type: 'acknowledged', callUserId: ANN.callUserId, at: START + 60 },
  reported(BOB, 'ringing', 35),
  reported(ANN, 'in-progress', 900),
  reported(BOB, 'canceled', 950),
];
const AFTER_CLAIM: readonly ConversationEvent[] = [
  created(PARTY, 1_000),
  reported(PARTY, 'initiated', 1_010),
  reported(PARTY, 'ringing', 1_500),
  reported(PARTY, 'in-progress', 5_000),
  { type: 'leg', legId: PARTY.legId, event: { type: 'joined', sid: PARTY.sid, at: START + 5_000 } },
  reported(PARTY, 'completed', 65_000, 60),
  { type: 'leg', legId: PARTY.legId, event: { type: 'left', sid: PARTY.sid, at: START + 65_000 } },
];

function toFinalState(conversation: Conversation) {
  const { call, callUsers, legs } = conversation;
  return {
    call: { ...call, reasons: [] },
    callUsers: callUsers.map(({ id, status, takenBy }) => ({ id, status, takenBy })),
    legs: legs.map(({ id, sid, status, answeredAt, endedAt }) => ({
      id,
      sid,
      status,
      answeredAt,
      endedAt,
    })),
  };
}

const reordered = (events: readonly ConversationEvent[]) =>
  fc
    .tuple(fc.shuffledSubarray([...events], { minLength: events.length }), fc.subarray([...events]))
    .map(([all, duplicates]) => [...all, ...duplicates]);

function applyAll(
  start: Conversation,
  before: readonly ConversationEvent[],
  after: readonly ConversationEvent[],
) {
  const ringing = run(start, ...before).conversation;
  return run(ringing, connected(ANN, 900), ...after).conversation;
}

describe('late, duplicated and reordered callbacks', () => {
  it('lead to the same final state as callbacks in order', () => {
    const inOrder = toFinalState(
      applyAll(ringing('lead'), REPORTS.slice(0, 5), [...REPORTS.slice(5), ...AFTER_CLAIM]),
    );
    expect(inOrder.call).toMatchObject({ status: 'completed', seconds: 60 });
    fc.assert(
      fc.property(reordered([...REPORTS.slice(5), ...AFTER_CLAIM]), (after) => {
        expect(toFinalState(applyAll(ringing('lead'), REPORTS.slice(0, 5), after))).toEqual(inOrder);
      }),
      { numRuns: 500 },
    );
  });

  it('never give a call to two agents, end it twice, or leave an agent in an ended call', () => {
    const noise = fc.oneof(
      fc.constantFrom(...REPORTS, ...AFTER_CLAIM),
      fc.record({
        type: fc.constantFrom(
          'ignored',
          'hangUpRequested',
          'ringTimedOut',
          'acknowledgementTimedOut',
          'phoneReportedNoCall',
        ),
        callUserId: fc.constantFrom(ANN.callUserId, BOB.callUserId),
        at: fc.nat({ max: 90_000 }).map((at) => START + at),
      }) as fc.Arbitrary<ConversationEvent>,
      fc.constantFrom(ANN, BOB).map((who) => ({ claim: who })),
    );
    fc.assert(
      fc.property(
        fc.constantFrom<Kind>('lead', 'inbound'),
        fc.array(noise, { maxLength: 40 }),
        (type, received) => {
          let conversation = ringing(type);
          const winners = new Set<number>();
          let ends = 0;
          for (const one of received) {
            const before = conversation;
            if ('claim' in one) {
              const verdict: ClaimVerdict = decideClaim(conversation, one.claim);
              if (verdict === 'won') winners.add(one.claim.userId);
              if (verdict === 'won' || verdict === 'resumed')
                conversation = run(conversation, connected(one.claim, 1_000)).conversation;
            } else conversation = run(conversation, one).conversation;
            if (before.call.endedAt === null && conversation.call.endedAt !== null) ends += 1;
            if (before.call.endedAt !== null) {
              expect(conversation.call.endedAt).not.toBeNull();
              expect(conversation.callUsers.every((agent) => !isOpen(agent))).toBe(true);
            }
            for (const known of before.legs)
              if (isFinal(known.status))
                expect(conversation.legs.find(({ id }) => id === known.id)?.status).toBe(known.status);
          }
          expect(winners.size).toBeLessThanOrEqual(1);
          expect(ends).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 500 },
    );
  });
});
