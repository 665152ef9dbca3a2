import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phaseOf } from './call-lifecycle.ts';
import { isOpen, newCallUser } from './call-user.ts';
import { judgeClaim, type Verdict } from './claim.ts';
import { type Conversation, type ConversationEvent, step } from './conversation.ts';
import type { Order } from './effects.ts';
import { isFinal, type Leg, type LegStatus, newLeg } from './leg.ts';

const START = 1_000_000;
const CALL = 1000;
const ANN = { userId: 1, callUserId: 1001, legId: 1, sid: 'CAann00000' };
const BOB = { userId: 2, callUserId: 1003, legId: 2, sid: 'CAbob00000' };
const PARTY = { legId: 9, sid: 'CAparty000' };

type Kind = 'lead' | 'outbound' | 'inbound';

const leg = (id: number, kind: Leg['kind'], callUserId: number | null, changes: Partial<Leg> = {}): Leg => ({
  ...newLeg(id, kind, callUserId),
  ...changes,
});

function rung(type: Kind, agents = [ANN, BOB]): Conversation {
  const caller = { sid: PARTY.sid, status: 'in-progress', answeredAt: START } as const;
  return {
    call: {
      id: CALL,
      type,
      status: 'ringing',
      claimedBy: null,
      agentId: null,
      heldBy: null,
      talkStartedAt: null,
      vanishedAt: null,
      endedAt: null,
      seconds: 0,
      reasons: [],
    },
    callUsers: agents.map(({ callUserId, userId }) => newCallUser(callUserId, userId, type)),
    legs: [
      ...(type === 'inbound' ? [leg(PARTY.legId, 'caller', null, caller)] : []),
      ...agents.map(({ legId, callUserId }) => leg(legId, 'agent', callUserId)),
    ],
  };
}

/** What the service does between steps: the lead's leg is a row before it is dialled. */
function withLead(conversation: Conversation): Conversation {
  return { ...conversation, legs: [...conversation.legs, leg(PARTY.legId, 'lead', null)] };
}

const reported = (
  who: { legId: number; sid: string },
  status: LegStatus,
  at: number,
  seconds: number | null = null,
): ConversationEvent => ({
  type: 'leg',
  legId: who.legId,
  event: { type: 'reported', sid: who.sid, status, at: START + at, seconds },
});
const created = (who: { legId: number; sid: string }, at: number): ConversationEvent => ({
  type: 'leg',
  legId: who.legId,
  event: { type: 'created', sid: who.sid, at: START + at },
});
const connected = (who: typeof ANN, at: number): ConversationEvent => ({
  type: 'agentConnected',
  callUserId: who.callUserId,
  legId: who.legId,
  sid: who.sid,
  phoneId: `phone-${who.userId}`,
  at: START + at,
});

function run(
  conversation: Conversation,
  ...events: ConversationEvent[]
): { at: Conversation; orders: Order[] } {
  let at = conversation;
  let orders: Order[] = [];
  for (const event of events) {
    const result = step(at, event);
    at = result.conversation;
    orders = [...result.orders];
    if (orders.some(({ kind }) => kind === 'dialLead')) at = withLead(at);
  }
  return { at, orders: orders.filter(({ kind }) => kind !== 'agentChanged' && kind !== 'callChanged') };
}

const status = (conversation: Conversation, who: typeof ANN) =>
  conversation.callUsers.find(({ id }) => id === who.callUserId)?.status;

describe('a lead', () => {
  const claimed = () => run(rung('lead'), created(ANN, 5), created(BOB, 5), connected(ANN, 900));

  it('is dialled only when an agent has it, and the others are withdrawn', () => {
    const { at, orders } = claimed();
    expect(phaseOf(at.call)).toBe('connecting');
    expect(at.call).toMatchObject({ claimedBy: ANN.callUserId, agentId: ANN.userId, status: 'ringing' });
    expect(status(at, BOB)).toBe('withdrawn');
    expect(orders).toEqual([
      { kind: 'withdraw', callUserId: BOB.callUserId, userId: BOB.userId, legId: BOB.legId, by: ANN.userId },
      { kind: 'dialLead' },
    ]);
  });

  it('counts the conversation from the answer to the end', () => {
    const { at, orders } = run(
      claimed().at,
      reported(PARTY, 'ringing', 2_000),
      reported(PARTY, 'in-progress', 5_000),
      reported(PARTY, 'completed', 65_900),
    );
    expect(at.call).toMatchObject({ status: 'completed', seconds: 60, talkStartedAt: START + 5_000 });
    expect(status(at, ANN)).toBe('ended');
    expect(orders).toEqual([{ kind: 'endLeg', legId: ANN.legId }]);
  });

  const unreached: readonly [string, LegStatus, string][] = [
    ['is busy: the agent hears the tone, the history reads No Answer', 'busy', 'no-answer'],
    ['does not answer', 'no-answer', 'no-answer'],
    ['cannot be reached', 'failed', 'failed'],
  ];
  it.each(unreached)('%s', (_sentence, word, final) => {
    const { at, orders } = run(claimed().at, reported(PARTY, word, 4_000));
    expect(at.call).toMatchObject({ status: final, seconds: 0, endedAt: START + 4_000 });
    expect(orders).toEqual([{ kind: 'toneAndEnd', legId: ANN.legId }]);
  });

  it('is canceled when the agent hangs up before it answers, and its phone stops ringing', () => {
    const said: ConversationEvent = { type: 'hangUpAsked', callUserId: ANN.callUserId, at: START + 3_000 };
    const { at, orders } = run(claimed().at, created(PARTY, 1_000), said);
    expect(at.call).toMatchObject({ status: 'canceled', seconds: 0 });
    expect(orders).toContainEqual({ kind: 'endLeg', legId: PARTY.legId });
  });

  it('whose leg is made after the end is ended at once', () => {
    const said: ConversationEvent = { type: 'hangUpAsked', callUserId: ANN.callUserId, at: START + 950 };
    const { orders } = run(claimed().at, said, created(PARTY, 1_000));
    expect(orders).toEqual([{ kind: 'endLeg', legId: PARTY.legId }]);
  });
});

describe('a ring', () => {
  const acknowledged = (who: typeof ANN, at: number): ConversationEvent => ({
    type: 'acknowledged',
    callUserId: who.callUserId,
    at: START + at,
  });

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
    const { at, orders } = run(rung('lead', [ANN]), created(ANN, 5), {
      type: 'acknowledgeTimedOut',
      callUserId: ANN.callUserId,
      at: START + 2_505,
    });
    expect(status(at, ANN)).toBe('missed');
    expect(orders.map(({ kind }) => kind)).toEqual(['markUnreachable', 'withdraw', 'offerNext']);
  });

  it('that is acknowledged stays', () => {
    const late: ConversationEvent = {
      type: 'acknowledgeTimedOut',
      callUserId: ANN.callUserId,
      at: START + 2_505,
    };
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

describe('an inbound call', () => {
  it('is a conversation from the moment it is accepted', () => {
    const { at, orders } = run(rung('inbound'), connected(BOB, 3_000));
    expect(at.call).toMatchObject({ status: 'in-progress', talkStartedAt: START + 3_000 });
    expect(orders.map(({ kind }) => kind)).toEqual(['withdraw']);
  });

  it('is missed when the caller hangs up while agents ring, and all phones fall silent', () => {
    const { at, orders } = run(rung('inbound'), reported(PARTY, 'completed', 4_000, 4));
    expect(at.call).toMatchObject({ status: 'missed', seconds: 0, reasons: ['The caller hung up'] });
    expect(at.callUsers.map((one) => one.status)).toEqual(['withdrawn', 'withdrawn']);
    expect(orders.map(({ kind }) => kind)).toEqual(['withdraw', 'withdraw']);
  });

  it('apologises to the caller whom nobody takes', () => {
    const nobody: ConversationEvent = {
      type: 'nobodyLeft',
      status: 'missed',
      reason: 'Nobody accepted the call',
      at: START + 30_000,
    };
    expect(run(rung('inbound', []), nobody).orders).toEqual([{ kind: 'apologise', legId: PARTY.legId }]);
  });
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
    const over = run(at, {
      type: 'resumeTimedOut',
      callUserId: ANN.callUserId,
      vanishedAt: START + 10_000,
      at: START + 55_000,
    });
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
      { ...conversation, legs: [...conversation.legs, leg(NEW_LEG, 'agent', ANN.callUserId)] },
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
    const late = run(joined.at, {
      type: 'resumeTimedOut',
      callUserId: ANN.callUserId,
      vanishedAt: START + 10_000,
      at: START + 55_000,
    });
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

describe('a placed call', () => {
  it('dials when the device connects, and is canceled when it never does', () => {
    const placed = rung('outbound', [ANN]);
    expect(run(placed, connected(ANN, 200)).orders).toEqual([{ kind: 'dialLead' }]);
    const never = run(placed, { type: 'ringTimedOut', callUserId: ANN.callUserId, at: START + 30_000 });
    expect(never.at.call).toMatchObject({ status: 'canceled' });
  });
});

// ── in any order, twice ─────────────────────────────────────────────────────────────────────────────────────────────

/** Reports of a whole lead call, as the provider would send them, in order of their times. */
const STORY: readonly ConversationEvent[] = [
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

function final(conversation: Conversation) {
  const { call, callUsers, legs } = conversation;
  return {
    call: { ...call, reasons: [] },
    callUsers: callUsers.map(({ id, status: word, takenBy }) => ({ id, word, takenBy })),
    legs: legs.map(({ id, sid, status: word, answeredAt, endedAt }) => ({
      id,
      sid,
      word,
      answeredAt,
      endedAt,
    })),
  };
}

const disordered = (events: readonly ConversationEvent[]) =>
  fc
    .tuple(fc.shuffledSubarray([...events], { minLength: events.length }), fc.subarray([...events]))
    .map(([all, doubled]) => [...all, ...doubled]);

function tell(
  start: Conversation,
  before: readonly ConversationEvent[],
  after: readonly ConversationEvent[],
) {
  const ringing = run(start, ...before).at;
  return run(ringing, connected(ANN, 900), ...after).at;
}

describe('callbacks in any order, late and twice', () => {
  it('end in the same final state as in order', () => {
    const inOrder = final(tell(rung('lead'), STORY.slice(0, 5), [...STORY.slice(5), ...AFTER_CLAIM]));
    expect(inOrder.call).toMatchObject({ status: 'completed', seconds: 60 });
    fc.assert(
      fc.property(disordered([...STORY.slice(5), ...AFTER_CLAIM]), (after) => {
        expect(final(tell(rung('lead'), STORY.slice(0, 5), after))).toEqual(inOrder);
      }),
      { numRuns: 500 },
    );
  });

  it('never give a call to two agents, never end it twice, and leave nobody in it when it is over', () => {
    const noise = fc.oneof(
      fc.constantFrom(...STORY, ...AFTER_CLAIM),
      fc.record({
        type: fc.constantFrom(
          'ignored',
          'hangUpAsked',
          'ringTimedOut',
          'acknowledgeTimedOut',
          'phoneOffCall',
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
        (type, told) => {
          let at = rung(type);
          const winners = new Set<number>();
          let ends = 0;
          for (const one of told) {
            const before = at;
            if ('claim' in one) {
              const verdict: Verdict = judgeClaim(at, one.claim);
              if (verdict === 'won') winners.add(one.claim.userId);
              if (verdict === 'won' || verdict === 'resumed') at = run(at, connected(one.claim, 1_000)).at;
            } else at = run(at, one).at;
            if (before.call.endedAt === null && at.call.endedAt !== null) ends += 1;
            if (before.call.endedAt !== null) {
              expect(at.call.endedAt).not.toBeNull();
              expect(at.callUsers.every((agent) => !isOpen(agent))).toBe(true);
            }
            for (const known of before.legs)
              if (isFinal(known.status))
                expect(at.legs.find(({ id }) => id === known.id)?.status).toBe(known.status);
          }
          expect(winners.size).toBeLessThanOrEqual(1);
          expect(ends).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 500 },
    );
  });
});
