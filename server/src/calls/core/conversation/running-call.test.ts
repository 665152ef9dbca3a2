/** What agents and supervisors do with a running call: by tables, and by reports in any order. */

import type { CallType } from '@offhook/contract/entities';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFinal, type LegStatus } from '../../../platform/core/leg-status.ts';
import { phaseOf } from '../call-lifecycle.ts';
import { isOpen } from '../call-user.ts';
import { judgeClaim } from '../claim.ts';
import { countTalkers, isSupervision } from '../parties.ts';
import { type Conversation, type ConversationEvent, step } from './conversation.ts';
import { isToBeHeld } from './hearing.ts';
import {
  ADDED,
  ANN,
  BEN,
  CAT,
  conference,
  connected,
  created,
  empty,
  joined,
  legIn,
  PARTY,
  partIn,
  reported,
  run,
  rung,
  SAM,
  type Someone,
  START,
  said,
  talking,
  withParty,
} from './test-running.ts';

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

  it('whose opener’s phone does not ring is told to the opener', () => {
    const { orders } = run(opened(), said('ringTimedOut', ANN, 30_000));
    expect(orders).toContainEqual({ kind: 'notify', userId: ANN.userId, notice: 'ownRingMissed' });
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

/** Each event in turn, checked after it. */
function follower() {
  const ended = new Set<number>();
  return (at: Conversation, event: ConversationEvent): Conversation => {
    const { conversation, orders } = step(at, event);
    for (const order of orders)
      if ('legId' in order && order.legId !== null && /^(endLeg|withdraw|toneAndEnd)$/.test(order.kind))
        ended.add(order.legId);
    check(conversation, ended);
    return conversation;
  };
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
        const at = [connected(BEN, 3_000), ...told].reduce(follower(), ringing);
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
        const follow = follower();
        for (const one of all) {
          const event = 'claim' in one ? claimOf(at, one.claim, one.at) : one;
          if (event === null) continue;
          const wasOver = at.call.endedAt !== null;
          at = follow(at, event);
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
