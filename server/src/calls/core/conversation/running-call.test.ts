import type { CallType } from '@offhook/contract/calls/call-kinds';
import { CONSULT_ENDS } from '@offhook/contract/calls/hand-over';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFinal, type LegStatus } from '../../../platform/core/leg-status.ts';
import { phaseOf } from '../call-lifecycle.ts';
import { isOpen } from '../call-user.ts';
import { decideClaim } from '../claim.ts';
import { countTalkers, isSupervision } from '../parties.ts';
import { type Conversation, type ConversationEvent, transitionConversation } from './conversation.ts';
import { shouldBeHeld } from './hold-and-whisper.ts';
import {
  ADDED,
  ANN,
  agentEvent,
  agentWithLead,
  BEN,
  CAT,
  conference,
  connected,
  created,
  findLeg,
  findTestCallUser,
  joined,
  newConversation,
  PARTY,
  reported,
  run,
  SAM,
  START,
  type TestAgent,
  withParty,
  withRings,
} from './test-running.ts';

describe('a conference', () => {
  it('is in progress once both agents have joined, and ends when only one is left', () => {
    const both = conference();
    expect(both.call).toMatchObject({
      status: 'in-progress',
      talkStartedAt: START + 900,
      agentId: ANN.userId,
    });
    const { conversation, commands } = run(both, agentEvent('hangUpRequested', BEN, 10_900));
    expect(conversation.call).toMatchObject({ status: 'completed', seconds: 10 });
    expect(commands).toContainEqual({ kind: 'endLeg', legId: ANN.legId });
  });

  const opened = () =>
    run(
      withRings(withRings(newConversation('conference'), 'conference', null, ANN), 'conference', ANN, BEN),
      {
        type: 'conferenceOpened',
        callUserId: ANN.callUserId,
        at: START,
      },
    ).conversation;

  const failures: readonly [string, ConversationEvent[], string][] = [
    ['the invited agent declines', [connected(ANN, 100), agentEvent('ignored', BEN, 900)], 'ignored'],
    [
      'the invited agent does not answer',
      [connected(ANN, 100), agentEvent('ringTimedOut', BEN, 30_000)],
      'no-answer',
    ],
    ['the invited agent declines first', [agentEvent('ignored', BEN, 50)], 'ignored'],
    [
      'its host stops ringing the invited agent',
      [connected(ANN, 100), agentEvent('invitationCanceled', ANN, 900)],
      'canceled',
    ],
    ['its host hangs up', [connected(ANN, 100), agentEvent('hangUpRequested', ANN, 900)], 'canceled'],
    ['its host’s phone does not ring', [agentEvent('ringTimedOut', ANN, 30_000)], 'canceled'],
  ];
  it.each(failures)('fails when %s', (_label, events, status) => {
    const { conversation } = run(opened(), ...events);
    expect(conversation.call).toMatchObject({ status, seconds: 0 });
    expect(conversation.callUsers.some(isOpen)).toBe(false);
  });

  it('records that its host left before the others joined, because there is no lead', () => {
    const left = run(opened(), connected(ANN, 100), agentEvent('hangUpRequested', ANN, 900));
    expect(left.conversation.call.reasons).toEqual(['The agent left before the others joined']);
  });

  it('notifies its host if the host’s phone does not ring', () => {
    const { commands } = run(opened(), agentEvent('ringTimedOut', ANN, 30_000));
    expect(commands).toContainEqual({ kind: 'notify', userId: ANN.userId, notice: 'ownRingMissed' });
  });

  it('waits for a disconnected agent while the other hears music', () => {
    const { conversation, commands } = run(conference(), reported(ANN, 'completed', 5_000));
    expect(phaseOf(conversation.call)).toBe('reconnecting');
    expect(commands).toContainEqual({ kind: 'hold', legId: BEN.legId });
  });

  it('of three continues without a disconnected agent, and without music', () => {
    const three = run(withRings(agentWithLead(), 'conference', ANN, BEN), connected(BEN, 2_000)).conversation;
    const afterLeaving = run(three, reported(ANN, 'completed', 5_000));
    expect(phaseOf(afterLeaving.conversation.call)).toBe('talking');
    expect(afterLeaving.commands.map(({ kind }) => kind)).toEqual(['wordCheck', 'resumeTimeout']);
    const over: ConversationEvent = {
      type: 'resumeTimedOut',
      callUserId: ANN.callUserId,
      disconnectedAt: START + 5_000,
      at: START + 50_000,
    };
    expect(phaseOf(run(afterLeaving.conversation, over).conversation.call)).toBe('talking');
  });

  it('continues when an added lead doesn’t answer, and notifies the agent', () => {
    const { conversation, commands } = run(
      withParty(conference(), ADDED),
      created(ADDED, 950),
      reported(ADDED, 'busy', 2_000),
    );
    expect(phaseOf(conversation.call)).toBe('talking');
    expect(commands).toEqual([{ kind: 'notify', userId: ANN.userId, notice: 'leadMissed' }]);
  });

  it('with an added lead continues when the lead or one agent hangs up', () => {
    const three = run(withParty(conference(), ADDED), joined(ADDED, 2_000)).conversation;
    expect(phaseOf(run(three, reported(ADDED, 'completed', 9_000)).conversation.call)).toBe('talking');
    expect(phaseOf(run(three, agentEvent('hangUpRequested', BEN, 9_000)).conversation.call)).toBe('talking');
  });
});

const reordered = (events: readonly ConversationEvent[]) =>
  fc
    .tuple(fc.shuffledSubarray([...events], { minLength: events.length }), fc.subarray([...events]))
    .map(([all, duplicates]) => [...all, ...duplicates]);

/** Must hold after every event. */
function checkInvariants(conversation: Conversation, ended: ReadonlySet<number>): void {
  const { present, awaited } = countTalkers(conversation);
  const phase = phaseOf(conversation.call);
  if (phase === 'ended') expect(conversation.callUsers.some(isOpen)).toBe(false);
  if (phase === 'talking') expect(present).toBeGreaterThanOrEqual(2);
  if (phase === 'reconnecting') expect([present < 2, present + awaited >= 2]).toEqual([true, true]);
  for (const leg of conversation.legs) {
    const owner = conversation.callUsers.find(({ id }) => id === leg.callUserId);
    if (isFinal(leg.status)) continue;
    if (phase !== 'ended') expect(leg.held).toBe(shouldBeHeld(conversation, leg));
    if (owner && isSupervision(owner.type)) expect(leg.held).toBe(false);
    if (leg.coaches !== null) expect(owner?.type).toBe('whisper');
    if (owner && !isOpen(owner) && leg.sid !== null) expect(ended).toContain(leg.id);
  }
}

function checkingReducer() {
  const ended = new Set<number>();
  return (before: Conversation, event: ConversationEvent): Conversation => {
    const { conversation, commands } = transitionConversation(before, event);
    for (const command of commands)
      if ('legId' in command && command.legId !== null && /^(endLeg|withdraw|toneAndEnd)$/.test(command.kind))
        ended.add(command.legId);
    checkInvariants(conversation, ended);
    return conversation;
  };
}

describe('late, duplicated and reordered callbacks', () => {
  it('during a transfer leave the lead connected to the target and not to the first agent', () => {
    const ringing = run(
      withRings(agentWithLead(), 'transfer', ANN, BEN, CAT),
      created(BEN, 2_010),
      created(CAT, 2_010),
    ).conversation;
    const after = [
      reported(BEN, 'ringing', 2_100),
      reported(BEN, 'in-progress', 3_000),
      joined(BEN, 3_050),
      agentEvent('handOverDue', BEN, 5_000),
      reported(ANN, 'completed', 3_100),
      reported(CAT, 'canceled', 3_010),
      created(CAT, 2_010),
      agentEvent('ringTimedOut', CAT, 32_000),
    ];
    fc.assert(
      fc.property(reordered(after), (reports) => {
        const conversation = [connected(BEN, 3_000), ...reports].reduce(checkingReducer(), ringing);
        expect(conversation.call).toMatchObject({
          status: 'in-progress',
          claimedBy: BEN.callUserId,
          agentId: BEN.userId,
          disconnectedAt: null,
        });
        expect([
          findTestCallUser(conversation, ANN)?.status,
          findTestCallUser(conversation, BEN)?.status,
        ]).toEqual(['ended', 'accepted']);
        expect(findLeg(conversation, PARTY)?.held).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('never leave a finished agent connected, hold a supervisor, or keep a call alive with one party', () => {
    const agents = [ANN, BEN, CAT, SAM];
    const time = fc.nat({ max: 90_000 });
    const statuses = fc.constantFrom<LegStatus>('ringing', 'in-progress', 'completed', 'busy', 'failed');
    const event = fc.oneof(
      fc.tuple(fc.constantFrom(...agents, PARTY, ADDED), statuses, time).map((args) => reported(...args)),
      fc.tuple(fc.constantFrom(...agents, PARTY, ADDED), time).map((args) => joined(...args)),
      fc.tuple(fc.constantFrom(...agents), time).map(([who, at]) => ({ claim: who, at })),
      fc
        .tuple(
          fc.constantFrom(
            'hangUpRequested' as const,
            'ignored' as const,
            'ringTimedOut' as const,
            'holdRequested' as const,
            'unholdRequested' as const,
            'handOverDue' as const,
            'invitationCanceled' as const,
            'consultationFailed' as const,
          ),
          fc.constantFrom(...agents),
          time,
        )
        .map((args) => agentEvent(...args)),
      fc.tuple(fc.constantFrom(...CONSULT_ENDS), fc.constantFrom(...agents), time).map(
        ([how, { callUserId }, at]): ConversationEvent => ({
          type: 'consultationEnded',
          callUserId,
          how,
          at: START + at,
        }),
      ),
      time.map(
        (at): ConversationEvent => ({
          type: 'transferRequested',
          callUserId: ANN.callUserId,
          callUserIds: [CAT.callUserId],
          at: START + at,
        }),
      ),
    );
    const starts: readonly (() => Conversation)[] = [agentWithLead, conference];
    const actions = fc.constantFrom<CallType>('listen', 'whisper', 'barge');
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        actions,
        fc.boolean(),
        fc.array(event, { maxLength: 40 }),
        (start, action, consults, events) => {
          const first = start();
          const hasBen = first.callUsers.some(({ id }) => id === BEN.callUserId);
          let conversation = withRings(first, 'transfer', ANN, ...(hasBen ? [CAT] : [BEN, CAT]));
          const callUsers = conversation.callUsers.map((one) =>
            one.type === 'transfer' ? { ...one, consults } : one,
          );
          conversation = withParty(withRings({ ...conversation, callUsers }, action, ANN, SAM), ADDED);
          const apply = checkingReducer();
          for (const one of events) {
            const applied = 'claim' in one ? claimOf(conversation, one.claim, one.at) : one;
            if (applied === null) continue;
            const wasOver = conversation.call.endedAt !== null;
            conversation = apply(conversation, applied);
            if (wasOver) expect(conversation.call.endedAt).not.toBeNull();
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

function claimOf(conversation: Conversation, who: TestAgent, time: number): ConversationEvent | null {
  const verdict = decideClaim(conversation, who);
  return verdict === 'won' || verdict === 'resumed' ? connected(who, time) : null;
}
