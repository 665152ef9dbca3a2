import { describe, expect, it } from 'vitest';
import { phaseOf } from '../../call-lifecycle.ts';
import type { Conversation, ConversationEvent } from '../conversation.ts';
import {
  ANN,
  agentEvent,
  agentWithLead,
  BEN,
  CAT,
  connected,
  findLeg,
  findTestCallUser,
  joined,
  PARTY,
  reported,
  run,
  START,
  withRings,
} from '../test-running.ts';

const LIMIT_MS = 180_000;
const parkRequested: ConversationEvent = {
  type: 'parkRequested',
  callUserId: ANN.callUserId,
  teamId: 4,
  limitMs: LIMIT_MS,
  at: START + 5_000,
};
const since = START + 5_000;
const parked = () => run(agentWithLead(), parkRequested).conversation;
const timedOut = (at: number): ConversationEvent => ({ type: 'parkTimedOut', since, at: START + at });
const reached = (stage: 'parker' | 'team'): ConversationEvent => ({
  type: 'parkStageReached',
  stage,
  at: START + 185_000,
});
const kinds = ({ commands }: { commands: readonly { kind: string }[] }) => commands.map(({ kind }) => kind);

/** Ben has clicked Pick up, and his phone is being connected. */
function pickingUp(conversation: Conversation): Conversation {
  const rung = withRings(conversation, 'transfer', ANN, BEN);
  return {
    ...rung,
    callUsers: rung.callUsers.map((one) => (one.id === BEN.callUserId ? { ...one, autoaccept: true } : one)),
  };
}

describe('a parked call', () => {
  it('plays music to the lead, and ends only the agent’s part', () => {
    const { conversation, commands } = run(agentWithLead(), parkRequested);
    expect(phaseOf(conversation.call)).toBe('parked');
    expect(conversation.call).toMatchObject({ endedAt: null, status: 'in-progress', agentId: ANN.userId });
    expect(findTestCallUser(conversation, ANN)?.status).toBe('ended');
    expect(findLeg(conversation, PARTY)?.held).toBe(true);
    expect(commands).toEqual([
      { kind: 'endLeg', legId: ANN.legId },
      { kind: 'parkTimeout', since, dueAt: since + LIMIT_MS },
      { kind: 'hold', legId: PARTY.legId },
      { kind: 'parkedChanged', parked: conversation.call.parked },
    ]);
    // The agent's leg ends later, and is no reason to end the call.
    const left = run(conversation, reported(ANN, 'completed', 5_200)).conversation;
    expect(phaseOf(left.call)).toBe('parked');
  });

  it('goes to the agent who picks up, who talks to the lead', () => {
    const { conversation, commands } = run(pickingUp(parked()), connected(BEN, 47_000));
    expect(phaseOf(conversation.call)).toBe('talking');
    expect(conversation.call).toMatchObject({ claimedBy: BEN.callUserId, agentId: BEN.userId, parked: null });
    expect(findLeg(conversation, PARTY)?.held).toBe(false);
    expect(kinds({ commands })).toContain('parkedChanged');
    const later = run(
      conversation,
      joined(BEN, 47_050),
      agentEvent('handOverDue', BEN, 49_000),
      timedOut(185_000),
    );
    expect(later.commands).toEqual([]);
    expect(phaseOf(later.conversation.call)).toBe('talking');
  });

  it('goes to the first of two agents; the other one’s ring is withdrawn', () => {
    const both = withRings(pickingUp(parked()), 'transfer', ANN, CAT);
    const { conversation, commands } = run(both, connected(CAT, 47_000));
    expect(conversation.call.claimedBy).toBe(CAT.callUserId);
    expect(findTestCallUser(conversation, BEN)).toMatchObject({ status: 'withdrawn', takenBy: CAT.userId });
    expect(kinds({ commands })).toContain('withdraw');
  });

  it('stays parked if the phone of the agent who picks up doesn’t connect', () => {
    const { conversation, commands } = run(pickingUp(parked()), agentEvent('ringTimedOut', BEN, 60_000));
    expect(phaseOf(conversation.call)).toBe('parked');
    expect(kinds({ commands })).not.toContain('ringForParked');
  });

  it('rings phones after its time, and again when those rings have ended', () => {
    const due = run(parked(), timedOut(185_000));
    expect(kinds(due)).toEqual(['ringForParked']);
    const ringing = run(withRings(due.conversation, 'transfer', ANN, BEN), reached('parker')).conversation;
    expect(kinds(run(ringing, timedOut(186_000)))).toEqual([]);
    const missed = run(ringing, agentEvent('ringTimedOut', BEN, 215_000));
    expect(kinds(missed)).toContain('ringForParked');
    expect(phaseOf(missed.conversation.call)).toBe('parked');
  });

  it('waits for an agent who is being connected when its time is over', () => {
    const { commands } = run(pickingUp(parked()), timedOut(185_000));
    expect(commands).toEqual([{ kind: 'parkTimeout', since, dueAt: START + 190_000 }]);
  });

  it.each([
    [true, 'voicemail', 'takeMessage'],
    [false, 'ended', 'apologise'],
  ] as const)(
    'ends like an unanswered call if no agent is left (voicemail: %s)',
    (offersVoicemail, phase, kind) => {
      const given: ConversationEvent = { type: 'parkGivenUp', offersVoicemail, at: START + 250_000 };
      const { conversation, commands } = run(parked(), timedOut(185_000), given);
      expect(phaseOf(conversation.call)).toBe(phase);
      expect(commands).toContainEqual({ kind, legId: PARTY.legId });
      expect(conversation.call.parked).toBeNull();
    },
  );

  it('ends when the lead hangs up, and its rings are withdrawn', () => {
    const { conversation, commands } = run(pickingUp(parked()), reported(PARTY, 'completed', 60_000));
    expect(conversation.call).toMatchObject({ status: 'missed', parked: null, seconds: 59 });
    expect(findTestCallUser(conversation, BEN)?.status).toBe('withdrawn');
    expect(kinds({ commands })).toContain('parkedChanged');
  });

  it.each([
    ['leg ends', () => reported(BEN, 'completed', 49_000)],
    ['agent hangs up', () => agentEvent('hangUpRequested', BEN, 49_000)],
  ] as const)('is parked again if the %s before the phone has joined', (_, end) => {
    const lost = run(pickingUp(parked()), connected(BEN, 47_000), end());
    const command = { kind: 'parkAgain', callUserId: BEN.callUserId, parkerUserId: ANN.userId } as const;
    expect(lost.commands).toContainEqual(command);
    expect(findLeg(lost.conversation, PARTY)?.held).toBe(true);
    const at = START + 49_000;
    const again = run(lost.conversation, {
      type: 'parkedAgain',
      callUserId: BEN.callUserId,
      teamId: 4,
      limitMs: LIMIT_MS,
      at,
    });
    const { conversation, commands } = again;
    expect(conversation.call).toMatchObject({
      claimedBy: ANN.callUserId,
      agentId: ANN.userId,
      endedAt: null,
    });
    expect(conversation.call.parked).toEqual({
      by: ANN.callUserId,
      userId: ANN.userId,
      teamId: 4,
      since: at,
      stage: 'none',
    });
    expect(findTestCallUser(conversation, BEN)).toMatchObject({
      status: 'missed',
      acceptedAt: START + 47_000,
    });
    expect(findLeg(conversation, PARTY)?.held).toBe(true);
    expect(commands).toContainEqual({ kind: 'parkTimeout', since: at, dueAt: at + LIMIT_MS });
    expect(kinds(again)).toContain('parkedChanged');
    const taken = run(withRings(conversation, 'transfer', ANN, CAT), connected(CAT, 60_000)).conversation;
    expect(taken.call).toMatchObject({ claimedBy: CAT.callUserId, parked: null });
  });

  it('asks after 15 s whether the phone has joined, and is parked again if it hasn’t', () => {
    const took = run(pickingUp(parked()), connected(BEN, 47_000));
    expect(took.commands).toContainEqual({ kind: 'joinLimit', legId: BEN.legId, dueAt: START + 62_000 });
    const at = START + 62_100;
    const silent = run(took.conversation, { type: 'neverJoined', legId: BEN.legId, at });
    const command = { kind: 'parkAgain', callUserId: BEN.callUserId, parkerUserId: ANN.userId } as const;
    expect(silent.commands).toContainEqual(command);
    const { conversation, commands } = run(silent.conversation, {
      type: 'parkedAgain',
      callUserId: BEN.callUserId,
      teamId: 4,
      limitMs: LIMIT_MS,
      at,
    });
    expect(phaseOf(conversation.call)).toBe('parked');
    expect(findLeg(conversation, PARTY)?.held).toBe(true);
    expect(findTestCallUser(conversation, BEN)?.status).toBe('missed');
    const { callUserId, userId, legId } = BEN;
    expect(commands).toContainEqual({ kind: 'withdraw', callUserId, userId, legId, by: null });
  });

  it('isn’t parked again by a late answer, once the phone has joined or its leg has ended', () => {
    const took = run(pickingUp(parked()), connected(BEN, 47_000)).conversation;
    const neverJoined: ConversationEvent = { type: 'neverJoined', legId: BEN.legId, at: START + 62_100 };
    const after = [
      run(took, joined(BEN, 62_050), neverJoined),
      run(took, reported(BEN, 'completed', 62_050), neverJoined),
      run(took, reported(PARTY, 'completed', 62_050), neverJoined),
    ];
    for (const result of after) expect(kinds(result)).not.toContain('parkAgain');
  });

  it('isn’t parked again once the phone has joined, or its report must have been lost', () => {
    const took = run(pickingUp(parked()), connected(BEN, 47_000)).conversation;
    const after = [
      run(took, joined(BEN, 47_100), reported(BEN, 'completed', 49_000)),
      run(took, reported(BEN, 'completed', 70_000)),
      run(took, agentEvent('hangUpRequested', BEN, 70_000)),
    ];
    for (const result of after) expect(kinds(result)).not.toContain('parkAgain');
  });

  it('can’t be parked again, or by an agent who isn’t alone with the lead', () => {
    expect(run(parked(), parkRequested).commands).toEqual([]);
    const shared = run(
      withRings(agentWithLead(), 'conference', ANN, BEN),
      connected(BEN, 3_000),
      joined(BEN, 3_050),
    ).conversation;
    expect(run(shared, parkRequested).conversation.call.parked).toBeNull();
  });

  it('withdraws the rings of a transfer that was about to happen', () => {
    const { conversation } = run(withRings(agentWithLead(), 'transfer', ANN, BEN), parkRequested);
    expect(findTestCallUser(conversation, BEN)?.status).toBe('withdrawn');
    expect(phaseOf(conversation.call)).toBe('parked');
  });
});
