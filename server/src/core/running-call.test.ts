/** What agents and supervisors do with a running call: by tables, and by reports in any order. */
import type { CallType } from '@offhook/contract/entities';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phaseOf } from './call-lifecycle.ts';
import { type CallUser, isOpen, newCallUser } from './call-user.ts';
import { judgeClaim } from './claim.ts';
import { type Conversation, type ConversationEvent, step } from './conversation.ts';
import type { Order } from './effects.ts';
import { isFinal, type Leg, type LegStatus, newLeg } from './leg.ts';
import { countTalkers, isSupervision, isToBeHeld } from './parties.ts';

const START = 1_000_000;

interface Someone {
  readonly userId: number;
  readonly callUserId: number;
  readonly legId: number;
  readonly sid: string;
}
const someone = (n: number, name: string): Someone => ({
  userId: n,
  callUserId: 1_000 + 2 * n - 1,
  legId: n,
  sid: `CA${name}00000`,
});
const [ANN, BEN, CAT, SAM] = [someone(1, 'ann'), someone(2, 'ben'), someone(3, 'cat'), someone(4, 'sam')];
const PARTY = { legId: 9, sid: 'CAparty000' };
const ADDED = { legId: 10, sid: 'CAadded000' };

const reported = (who: { legId: number; sid: string }, status: LegStatus, at: number): ConversationEvent => ({
  type: 'leg',
  legId: who.legId,
  event: { type: 'reported', sid: who.sid, status, at: START + at, seconds: null },
});
const joined = (who: { legId: number; sid: string }, at: number): ConversationEvent => ({
  type: 'leg',
  legId: who.legId,
  event: { type: 'joined', sid: who.sid, at: START + at },
});
const created = (who: { legId: number; sid: string }, at: number): ConversationEvent => ({
  type: 'leg',
  legId: who.legId,
  event: { type: 'created', sid: who.sid, at: START + at },
});
const connected = (who: Someone, at: number): ConversationEvent => ({
  type: 'agentConnected',
  callUserId: who.callUserId,
  legId: who.legId,
  sid: who.sid,
  phoneId: `phone-${who.userId}`,
  at: START + at,
});
const said = (
  type: 'hangUpAsked' | 'ignored' | 'ringTimedOut' | 'holdAsked' | 'unholdAsked' | 'handOverDue',
  who: Someone,
  at: number,
): ConversationEvent => ({ type, callUserId: who.callUserId, at: START + at });

interface Run {
  readonly at: Conversation;
  /** Of the last event, without hints for lists. */
  readonly orders: readonly Order[];
}

function run(conversation: Conversation, ...events: readonly ConversationEvent[]): Run {
  let at = conversation;
  let orders: readonly Order[] = [];
  for (const event of events) {
    const result = step(at, event);
    at = result.conversation;
    orders = result.orders.filter(({ kind }) => kind !== 'agentChanged' && kind !== 'callChanged');
  }
  return { at, orders };
}

/** What the service does before the core hears of it: the rows of the rings. */
function rung(
  conversation: Conversation,
  type: CallType,
  invitedBy: Someone | null,
  ...who: readonly Someone[]
): Conversation {
  const rings = who.map((one) =>
    newCallUser(one.callUserId, one.userId, type, {
      invitedBy: invitedBy?.callUserId ?? null,
      autoaccept: isSupervision(type),
    }),
  );
  return {
    ...conversation,
    callUsers: [...conversation.callUsers, ...rings],
    legs: [...conversation.legs, ...who.map((one) => newLeg(one.legId, 'agent', one.callUserId))],
  };
}

const withParty = (conversation: Conversation, who: { legId: number }): Conversation => ({
  ...conversation,
  legs: [...conversation.legs, newLeg(who.legId, 'lead', null)],
});

function empty(type: CallType): Conversation {
  const none = { claimedBy: null, agentId: null, heldBy: null, talkStartedAt: null, vanishedAt: null };
  return {
    call: { id: 1_000, type, status: 'ringing', ...none, endedAt: null, seconds: 0, reasons: [] },
    callUsers: [],
    legs: [],
  };
}

/** Ann talks with a lead. */
function talking(): Conversation {
  const claimed = run(rung(empty('lead'), 'lead', null, ANN), created(ANN, 0), connected(ANN, 100)).at;
  return run(withParty(claimed, PARTY), created(PARTY, 200), joined(ANN, 150), joined(PARTY, 1_000)).at;
}

/** Ann and Ben talk with each other. */
function conference(): Conversation {
  const first = rung(rung(empty('conference'), 'conference', null, ANN), 'conference', ANN, BEN);
  const opened: ConversationEvent = { type: 'conferenceOpened', callUserId: ANN.callUserId, at: START };
  return run(first, opened, connected(ANN, 100), joined(ANN, 120), connected(BEN, 900), joined(BEN, 920)).at;
}

const legIn = ({ legs }: Conversation, { legId }: { legId: number }): Leg | undefined =>
  legs.find(({ id }) => id === legId);
const partIn = ({ callUsers }: Conversation, { callUserId }: Someone): CallUser | undefined =>
  callUsers.find(({ id }) => id === callUserId);

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
    expect(run(held.at, reported(PARTY, 'in-progress', 900)).orders).toEqual([
      { kind: 'hold', legId: PARTY.legId },
    ]);
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
    const again = { ...ANN, legId: 5, sid: 'CAagain000' };
    const ringing = { ...gone.at, legs: [...gone.at.legs, newLeg(5, 'agent', ANN.callUserId)] };
    const back = run(ringing, connected(again, 5_000));
    expect(back.orders).toEqual([]);
    expect([legIn(back.at, PARTY)?.held, legIn(back.at, again)?.held]).toEqual([true, false]);
  });
});

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
    const again = { ...ANN, legId: 5, sid: 'CAagain000' };
    const ringing = { ...gone.at, legs: [...gone.at.legs, newLeg(5, 'agent', ANN.callUserId)] };
    const back = run(ringing, connected(again, 5_000));
    expect(back.orders).toContainEqual({ kind: 'coach', legId: SAM.legId });
    expect(legIn(back.at, SAM)?.coaches).toBe(again.sid);
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

  it('that does not come about changes nothing', () => {
    const before = rung(talking(), 'listen', ANN, SAM);
    const { at, orders } = run(before, said('ringTimedOut', SAM, 30_000));
    expect(orders.map(({ kind }) => kind)).toEqual(['withdraw']);
    expect(at.call).toEqual(before.call);
  });
});

describe('a conference', () => {
  it('is under way when both are in, and over when one is left', () => {
    const both = conference();
    expect(both.call).toMatchObject({
      status: 'in-progress',
      talkStartedAt: START + 900,
      agentId: ANN.userId,
    });
    const { at, orders } = run(both, said('hangUpAsked', BEN, 10_900));
    expect(at.call).toMatchObject({ status: 'completed', seconds: 10 });
    expect(orders).toContainEqual({ kind: 'endLeg', legId: ANN.legId });
  });

  const opened = () =>
    run(rung(rung(empty('conference'), 'conference', null, ANN), 'conference', ANN, BEN), {
      type: 'conferenceOpened',
      callUserId: ANN.callUserId,
      at: START,
    }).at;

  const nothings: readonly [string, ConversationEvent[], string][] = [
    ['the other ignores', [connected(ANN, 100), said('ignored', BEN, 900)], 'ignored'],
    ['the other does not answer', [connected(ANN, 100), said('ringTimedOut', BEN, 30_000)], 'no-answer'],
    ['the other ignores first', [said('ignored', BEN, 50)], 'ignored'],
    ['the one who asked hangs up', [connected(ANN, 100), said('hangUpAsked', ANN, 900)], 'canceled'],
    ['the phone of the one who asked does not ring', [said('ringTimedOut', ANN, 30_000)], 'canceled'],
  ];
  it.each(nothings)('comes to nothing when %s', (_sentence, events, status) => {
    const { at } = run(opened(), ...events);
    expect(at.call).toMatchObject({ status, seconds: 0 });
    expect(at.callUsers.some(isOpen)).toBe(false);
  });

  it('waits for the one who vanished, with music for the other', () => {
    const { at, orders } = run(conference(), reported(ANN, 'completed', 5_000));
    expect(phaseOf(at.call)).toBe('vanished');
    expect(orders).toContainEqual({ kind: 'hold', legId: BEN.legId });
  });

  it('goes on without one of three who vanished, and nobody hears music', () => {
    const three = run(rung(talking(), 'conference', ANN, BEN), connected(BEN, 2_000)).at;
    const gone = run(three, reported(ANN, 'completed', 5_000));
    expect(phaseOf(gone.at.call)).toBe('talking');
    expect(gone.orders.map(({ kind }) => kind)).toEqual(['wordCheck', 'resumeTimeout']);
    const over: ConversationEvent = {
      type: 'resumeTimedOut',
      callUserId: ANN.callUserId,
      vanishedAt: START + 5_000,
      at: START + 50_000,
    };
    expect(phaseOf(run(gone.at, over).at.call)).toBe('talking');
  });

  it('goes on when a lead that was added does not answer, and says so', () => {
    const { at, orders } = run(
      withParty(conference(), ADDED),
      created(ADDED, 950),
      reported(ADDED, 'busy', 2_000),
    );
    expect(phaseOf(at.call)).toBe('talking');
    expect(orders).toEqual([{ kind: 'notify', userId: ANN.userId, notice: 'leadMissed' }]);
  });

  it('with a lead goes on among the agents when the lead hangs up', () => {
    const three = run(withParty(conference(), ADDED), joined(ADDED, 2_000)).at;
    expect(phaseOf(run(three, reported(ADDED, 'completed', 9_000)).at.call)).toBe('talking');
    expect(phaseOf(run(three, said('hangUpAsked', BEN, 9_000)).at.call)).toBe('talking');
  });
});

// ── in any order, twice ─────────────────────────────────────────────────────────────────────────────────────────────

const disordered = (events: readonly ConversationEvent[]) =>
  fc
    .tuple(fc.shuffledSubarray([...events], { minLength: events.length }), fc.subarray([...events]))
    .map(([all, doubled]) => [...all, ...doubled]);

/** What must be true of a conversation after every event. */
function check(at: Conversation, ended: ReadonlySet<number>): void {
  const { present, awaited } = countTalkers(at);
  const phase = phaseOf(at.call);
  if (phase === 'ended') expect(at.callUsers.some(isOpen)).toBe(false);
  if (phase === 'talking') expect(present).toBeGreaterThanOrEqual(2);
  if (phase === 'vanished') expect([present < 2, present + awaited >= 2]).toEqual([true, true]);
  for (const leg of at.legs) {
    const owner = at.callUsers.find(({ id }) => id === leg.callUserId);
    if (isFinal(leg.status)) continue;
    if (phase !== 'ended') expect(leg.held).toBe(isToBeHeld(at, leg));
    if (owner && isSupervision(owner.type)) expect(leg.held).toBe(false);
    if (leg.coaches !== null) expect(owner?.type).toBe('whisper');
    // Nobody stays connected who is done.
    if (owner && !isOpen(owner) && leg.sid !== null) expect(ended).toContain(leg.id);
  }
}

function follow(start: Conversation, events: readonly ConversationEvent[]): Conversation {
  let at = start;
  const ended = new Set<number>();
  for (const event of events) {
    const result = step(at, event);
    at = result.conversation;
    for (const order of result.orders)
      if ('legId' in order && order.legId !== null && /^(endLeg|withdraw|toneAndEnd)$/.test(order.kind))
        ended.add(order.legId);
    check(at, ended);
  }
  return at;
}

describe('reports in any order, late and twice', () => {
  it('of a transfer end with the target, whom the lead hears, and without the agent', () => {
    const ringing = run(
      rung(talking(), 'transfer', ANN, BEN, CAT),
      created(BEN, 2_010),
      created(CAT, 2_010),
    ).at;
    const after = [
      reported(BEN, 'ringing', 2_100),
      reported(BEN, 'in-progress', 3_000),
      joined(BEN, 3_050),
      said('handOverDue', BEN, 5_000),
      reported(ANN, 'completed', 3_100),
      reported(CAT, 'canceled', 3_010),
      created(CAT, 2_010),
      said('ringTimedOut', CAT, 32_000),
    ];
    fc.assert(
      fc.property(disordered(after), (told) => {
        const at = follow(ringing, [connected(BEN, 3_000), ...told]);
        expect(at.call).toMatchObject({
          status: 'in-progress',
          claimedBy: BEN.callUserId,
          agentId: BEN.userId,
          vanishedAt: null,
        });
        expect([partIn(at, ANN)?.status, partIn(at, BEN)?.status]).toEqual(['ended', 'accepted']);
        expect(legIn(at, PARTY)?.held).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('never leave anybody behind, hold a supervisor, or keep a conversation of one', () => {
    const everybody = [ANN, BEN, CAT, SAM];
    const time = fc.nat({ max: 90_000 });
    const statuses = fc.constantFrom<LegStatus>('ringing', 'in-progress', 'completed', 'busy', 'failed');
    const told = fc.oneof(
      fc.tuple(fc.constantFrom(...everybody, PARTY, ADDED), statuses, time).map((args) => reported(...args)),
      fc.tuple(fc.constantFrom(...everybody, PARTY, ADDED), time).map((args) => joined(...args)),
      fc.tuple(fc.constantFrom(...everybody), time).map(([who, at]) => ({ claim: who, at })),
      fc
        .tuple(
          fc.constantFrom(
            'hangUpAsked' as const,
            'ignored' as const,
            'ringTimedOut' as const,
            'holdAsked' as const,
            'unholdAsked' as const,
            'handOverDue' as const,
          ),
          fc.constantFrom(...everybody),
          time,
        )
        .map((args) => said(...args)),
      time.map(
        (at): ConversationEvent => ({
          type: 'transferAsked',
          callUserId: ANN.callUserId,
          callUserIds: [CAT.callUserId],
          at: START + at,
        }),
      ),
    );
    const starts: readonly (() => Conversation)[] = [talking, conference];
    const ways = fc.constantFrom<CallType>('listen', 'whisper', 'barge');
    fc.assert(
      fc.property(fc.constantFrom(...starts), ways, fc.array(told, { maxLength: 40 }), (begin, way, all) => {
        const first = begin();
        const hasBen = first.callUsers.some(({ id }) => id === BEN.callUserId);
        let at = rung(first, 'transfer', ANN, ...(hasBen ? [CAT] : [BEN, CAT]));
        at = withParty(rung(at, way, ANN, SAM), ADDED);
        const ended = new Set<number>();
        for (const one of all) {
          const event = 'claim' in one ? claimOf(at, one.claim, one.at) : one;
          if (event === null) continue;
          const wasOver = at.call.endedAt !== null;
          const result = step(at, event);
          at = result.conversation;
          for (const order of result.orders)
            if ('legId' in order && order.legId !== null && /^(endLeg|withdraw|toneAndEnd)$/.test(order.kind))
              ended.add(order.legId);
          check(at, ended);
          if (wasOver) expect(at.call.endedAt).not.toBeNull();
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

/** Only who is let in is connected. */
function claimOf(at: Conversation, who: Someone, time: number): ConversationEvent | null {
  const verdict = judgeClaim(at, who);
  return verdict === 'won' || verdict === 'resumed' ? connected(who, time) : null;
}
