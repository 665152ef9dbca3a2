import type { ConsultEnd } from '@offhook/contract/calls/hand-over';
import { describe, expect, it } from 'vitest';
import { phaseOf } from '../../call-lifecycle.ts';
import type { Conversation, ConversationEvent } from '../conversation.ts';
import {
  ADDED,
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
  type TestAgent,
  withParty,
  withRings,
} from '../test-running.ts';
import { canConsult, consultationState } from './consultations.ts';

const ended = (how: ConsultEnd, at: number, who: TestAgent = ANN): ConversationEvent => ({
  type: 'consultationEnded',
  callUserId: who.callUserId,
  how,
  at: START + at,
});
const kinds = ({ commands }: { commands: readonly { kind: string }[] }) => commands.map(({ kind }) => kind);
const held = (conversation: Conversation) =>
  [PARTY, ANN, BEN].map((who) => findLeg(conversation, who)?.held ?? null);
const statuses = (conversation: Conversation) =>
  [ANN, BEN].map((who) => findTestCallUser(conversation, who)?.status);

function ringing(...who: readonly TestAgent[]): Conversation {
  const all = withRings(agentWithLead(), 'transfer', ANN, ...who);
  return {
    ...all,
    callUsers: all.callUsers.map((one) => (one.id === ANN.callUserId ? one : { ...one, consults: true })),
  };
}
const consulting = () => run(ringing(BEN), connected(BEN, 3_000), joined(BEN, 3_050)).conversation;
const leadLeaves = (at: number) => reported(PARTY, 'completed', at);

describe('a consultation', () => {
  it('holds only the lead, once the colleague accepts; the agent stays the handling agent', () => {
    expect(held(ringing(BEN))).toEqual([false, false, false]);
    const accepted = run(ringing(BEN), connected(BEN, 3_000));
    expect(accepted.commands).toEqual([{ kind: 'hold', legId: PARTY.legId }]);
    expect(held(accepted.conversation)).toEqual([true, false, false]);
    expect(accepted.conversation.call).toMatchObject({ claimedBy: ANN.callUserId, agentId: ANN.userId });
    const over = run(accepted.conversation, joined(BEN, 3_050), agentEvent('handOverDue', BEN, 5_000));
    expect(over.commands).toEqual([]);
    expect(statuses(over.conversation)).toEqual(['accepted', 'accepted']);
  });

  it('replaces an earlier hold, and can’t be held itself', () => {
    const before = run(agentWithLead(), agentEvent('holdRequested', ANN, 2_000)).conversation;
    const rung = withRings(before, 'transfer', ANN, BEN);
    const callUsers = rung.callUsers.map((one) =>
      one.id === BEN.callUserId ? { ...one, consults: true } : one,
    );
    const talk = run({ ...rung, callUsers }, connected(BEN, 3_000)).conversation;
    expect(talk.call.heldBy).toBeNull();
    expect(held(talk)).toEqual([true, false, false]);
    const again = run(
      talk,
      agentEvent('holdRequested', ANN, 4_000),
      agentEvent('unholdRequested', BEN, 4_500),
    );
    expect(held(again.conversation)).toEqual([true, false, false]);
    expect(held(run(talk, ended('back', 5_000)).conversation)[0]).toBe(false);
  });

  it('that is completed connects the colleague with the lead and ends the agent’s part', () => {
    const result = run(consulting(), ended('complete', 9_000));
    expect(result.commands).toEqual([
      { kind: 'endLeg', legId: ANN.legId },
      { kind: 'hold', legId: PARTY.legId },
    ]);
    const { conversation } = result;
    expect(held(conversation)[0]).toBe(false);
    expect(statuses(conversation)).toEqual(['ended', 'accepted']);
    expect(findTestCallUser(conversation, BEN)).toMatchObject({ type: 'transfer', consults: false });
    expect(conversation.call).toMatchObject({ claimedBy: BEN.callUserId, agentId: BEN.userId });
    expect(phaseOf(conversation.call)).toBe('talking');
    const over = run(conversation, agentEvent('hangUpRequested', BEN, 60_000)).conversation;
    expect(statuses(over)).toEqual(['ended', 'ended']);
  });

  it('whose colleague has lost their connection isn’t completed: the agent stays with the lead', () => {
    const gone = run(consulting(), reported(BEN, 'completed', 8_000)).conversation;
    const result = run(gone, ended('complete', 9_000));
    expect(result.conversation).toEqual(gone);
    expect(statuses(run(gone, ended('back', 9_000)).conversation)[0]).toBe('accepted');
  });

  it('that becomes a conference lets all three talk, and the agent keeps the call', () => {
    const { conversation, commands } = run(consulting(), ended('conference', 9_000));
    expect(commands).toEqual([{ kind: 'hold', legId: PARTY.legId }]);
    expect(held(conversation)).toEqual([false, false, false]);
    expect(findTestCallUser(conversation, BEN)).toMatchObject({ type: 'conference', consults: false });
    expect(conversation.call.claimedBy).toBe(ANN.callUserId);
    const left = run(conversation, agentEvent('hangUpRequested', BEN, 20_000));
    expect(phaseOf(left.conversation.call)).toBe('talking');
    expect(statuses(left.conversation)).toEqual(['accepted', 'ended']);
  });

  it('that ends with Back returns the agent to the lead and asks the colleague for no result', () => {
    const { conversation, commands } = run(consulting(), ended('back', 9_000));
    expect(commands).toEqual([
      { kind: 'withdraw', callUserId: BEN.callUserId, userId: BEN.userId, legId: BEN.legId, by: null },
      { kind: 'hold', legId: PARTY.legId },
    ]);
    expect(held(conversation)[0]).toBe(false);
    expect(statuses(conversation)).toEqual(['accepted', 'withdrawn']);
    expect(phaseOf(conversation.call)).toBe('talking');
  });

  it('is ended only by the agent who started it', () => {
    const before = consulting();
    for (const how of ['complete', 'conference', 'back'] as const)
      expect(run(before, ended(how, 9_000, BEN)).conversation).toEqual(before);
  });

  it('that the colleague leaves returns the agent to the lead, with a notice', () => {
    const { conversation, commands } = run(consulting(), agentEvent('hangUpRequested', BEN, 9_000));
    expect(commands).toContainEqual({ kind: 'notify', userId: ANN.userId, notice: 'consultEnded' });
    expect(held(conversation)[0]).toBe(false);
    expect(statuses(conversation)).toEqual(['accepted', 'withdrawn']);
    expect(conversation.call.claimedBy).toBe(ANN.callUserId);
  });

  it('whose agent hangs up leaves the lead with the colleague', () => {
    const { conversation } = run(consulting(), agentEvent('hangUpRequested', ANN, 9_000));
    expect(conversation.call).toMatchObject({ claimedBy: BEN.callUserId, agentId: BEN.userId });
    expect(held(conversation)[0]).toBe(false);
    expect(statuses(conversation)).toEqual(['ended', 'accepted']);
    expect(phaseOf(conversation.call)).toBe('talking');
  });

  it('survives the death of the agent’s page: both others hear music, and it goes on when the agent is back', () => {
    const gone = run(consulting(), reported(ANN, 'completed', 9_000)).conversation;
    expect(held(gone)).toEqual([true, false, true]);
    expect(phaseOf(gone.call)).toBe('talking');
    const back = { ...ANN, legId: 21, sid: 'CAannagain0' };
    const rung = withLeg(gone, back);
    const resumed = run(rung, connected(back, 12_000), joined(back, 12_050)).conversation;
    expect([PARTY, back, BEN].map((who) => findLeg(resumed, who)?.held)).toEqual([true, false, false]);
    const completed = run(resumed, ended('complete', 14_000)).conversation;
    expect(completed.call.claimedBy).toBe(BEN.callUserId);
  });

  it('whose agent doesn’t come back leaves the lead with the colleague', () => {
    const gone = run(consulting(), reported(ANN, 'completed', 9_000)).conversation;
    const over = run(gone, {
      type: 'resumeTimedOut',
      callUserId: ANN.callUserId,
      disconnectedAt: START + 9_000,
      at: START + 54_000,
    }).conversation;
    expect(held(over)).toEqual([false, false, false]);
    expect(over.call).toMatchObject({ claimedBy: BEN.callUserId, agentId: BEN.userId });
    expect(phaseOf(over.call)).toBe('talking');
  });

  it('goes on between the agents when the lead hangs up, and then only ends; the agent owes the result', () => {
    const alone = run(consulting(), leadLeaves(9_000)).conversation;
    expect(phaseOf(alone.call)).toBe('talking');
    expect(consultationState(alone)).not.toBe(consultationState(consulting()));
    for (const how of ['complete', 'conference'] as const)
      expect(run(alone, ended(how, 10_000)).conversation).toEqual(alone);
    for (const event of [ended('back', 12_000), agentEvent('hangUpRequested', ANN, 12_000)]) {
      const { conversation } = run(alone, event);
      expect(phaseOf(conversation.call)).toBe('ended');
      expect(conversation.call.agentId).toBe(ANN.userId);
      expect(statuses(conversation)).toEqual(['ended', 'withdrawn']);
    }
  });

  it('fails if the lead can’t be put on hold: the colleague is sent away, and the agent keeps the lead', () => {
    const failed = (who: TestAgent): ConversationEvent => agentEvent('consultationFailed', who, 11_000);
    const accepted = run(ringing(BEN), connected(BEN, 3_000)).conversation;
    const { conversation, commands } = run(accepted, failed(BEN));
    expect(commands).toContainEqual({ kind: 'notify', userId: ANN.userId, notice: 'transferMissed' });
    expect(kinds({ commands })).toContain('withdraw');
    expect(statuses(conversation)).toEqual(['accepted', 'withdrawn']);
    expect(held(conversation)[0]).toBe(false);
    expect(phaseOf(conversation.call)).toBe('talking');
    // The agent hung up in between: the colleague has the call.
    const alone = run(accepted, agentEvent('hangUpRequested', ANN, 9_000)).conversation;
    expect(run(alone, failed(BEN)).conversation).toEqual(alone);
    const withoutLead = run(accepted, leadLeaves(9_000)).conversation;
    expect(run(withoutLead, failed(BEN)).conversation).toEqual(withoutLead);
  });

  it('needs leads who are all connected: one being dialed would join in the middle of it', () => {
    expect(canConsult(agentWithLead())).toBe(true);
    expect(canConsult(withParty(agentWithLead(), ADDED))).toBe(false);
    expect(canConsult(run(agentWithLead(), leadLeaves(2_000)).conversation)).toBe(false);
  });

  it('with a team rings all its members, and the first to accept is consulted', () => {
    const accepted = run(ringing(BEN, CAT), connected(BEN, 3_000));
    expect(kinds(accepted)).toEqual(['withdraw', 'hold']);
    expect(findTestCallUser(accepted.conversation, CAT)?.status).toBe('withdrawn');
  });
});

function withLeg(conversation: Conversation, who: TestAgent): Conversation {
  const { conversation: rung } = run(conversation, {
    type: 'phoneReturned',
    callUserId: who.callUserId,
    legId: who.legId,
    at: START + 11_000,
  });
  const leg = withRings({ ...rung, callUsers: [], legs: [] }, 'lead', null, who).legs;
  return { ...rung, legs: [...rung.legs, ...leg] };
}
