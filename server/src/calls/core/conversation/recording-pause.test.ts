import { describe, expect, it } from 'vitest';
import type { Conversation, ConversationEvent } from './conversation.ts';
import { PAUSE_CONFIRM_MS } from './recording-pause.ts';
import {
  ANN,
  agentEvent,
  agentWithLead,
  BEN,
  conference,
  connected,
  joined,
  newConversation,
  PARTY,
  type Run,
  reported,
  run,
  START,
  type TestAgent,
  withParty,
  withRings,
} from './test-running.ts';

const LIMIT_MS = 600_000;
const pause = (who: TestAgent, at: number): ConversationEvent => ({
  type: 'pauseRequested',
  callUserId: who.callUserId,
  limitMs: LIMIT_MS,
  at: START + at,
});
const resume = (at: number): ConversationEvent => ({ type: 'pauseEndRequested', at: START + at });
const about = (
  type: 'recordingPaused' | 'recordingResumed' | 'pauseRejected' | 'pauseUnconfirmed' | 'pauseLimitReached',
  since: number,
  at: number,
): ConversationEvent => ({ type, since: START + since, at: START + at });
const stateOf = ({ conversation }: Run) => conversation.call.recordingPause?.state ?? 'on';
const UPDATE = { kind: 'updateRecording' };

const pausing = () => run(agentWithLead(), pause(ANN, 2_000));
const paused = () => run(pausing().conversation, about('recordingPaused', 2_000, 2_200));
const resuming = () => run(paused().conversation, resume(9_000));

describe('a pause of the recording', () => {
  it('counts only once the provider has confirmed it', () => {
    const asked = pausing();
    expect(stateOf(asked)).toBe('pausing');
    expect(asked.commands).toEqual([
      UPDATE,
      { kind: 'pauseUnconfirmed', since: START + 2_000, dueAt: START + 2_000 + PAUSE_CONFIRM_MS },
      { kind: 'pauseLimit', since: START + 2_000, dueAt: START + 2_000 + LIMIT_MS },
    ]);
    const confirmed = paused();
    expect(stateOf(confirmed)).toBe('paused');
    expect(confirmed.commands).toEqual([{ kind: 'pauseStarted', userId: ANN.userId, at: START + 2_200 }]);
  });

  it('ends as a gap when its end was requested, and as a state when the provider has confirmed that', () => {
    const asked = resuming();
    expect([stateOf(asked), asked.commands]).toEqual(['resuming', [UPDATE]]);
    const confirmed = run(asked.conversation, about('recordingResumed', 9_000, 9_300));
    expect([stateOf(confirmed), confirmed.commands]).toEqual([
      'on',
      [{ kind: 'pauseEnded', at: START + 9_000 }],
    ]);
  });

  const same: readonly [string, () => Run, ConversationEvent][] = [
    ['a second request to pause', paused, pause(ANN, 3_000)],
    ['a second request to resume', resuming, resume(9_100)],
    ['a request to pause while the end of a pause is unconfirmed', resuming, pause(ANN, 9_100)],
    ['a confirmation of an older pause', pausing, about('recordingPaused', 1_000, 2_100)],
    ['a confirmed pause after its end was requested', resuming, about('recordingPaused', 2_000, 9_100)],
    ['a rejection after the confirmation', paused, about('pauseRejected', 2_000, 2_300)],
    ['the time limit for the confirmation, after it', paused, about('pauseUnconfirmed', 2_000, 7_000)],
    ['the limit of an older pause', paused, about('pauseLimitReached', 1_000, 7_000)],
    ['a request to resume a running recording', () => run(agentWithLead()), resume(2_000)],
  ];
  it.each(same)('isn’t changed by %s', (_, before, event) => {
    const { conversation } = before();
    expect(run(conversation, event)).toEqual({ conversation, commands: [] });
  });

  it('that the provider rejects leaves the recording running', () => {
    expect(stateOf(run(pausing().conversation, about('pauseRejected', 2_000, 2_100)))).toBe('on');
  });

  it('that the provider doesn’t confirm in time is taken back', () => {
    const late = run(pausing().conversation, about('pauseUnconfirmed', 2_000, 7_000));
    expect([stateOf(late), late.commands]).toEqual(['resuming', [UPDATE]]);
  });

  it('ends at the account’s limit, whether or not the agent is connected', () => {
    const lost = run(paused().conversation, reported(ANN, 'completed', 20_000));
    expect(stateOf(lost)).toBe('paused');
    const limit = run(lost.conversation, about('pauseLimitReached', 2_000, 30_000));
    expect([stateOf(limit), limit.commands]).toEqual(['resuming', [UPDATE]]);
  });

  it('ends when the target of a transfer accepts', () => {
    const ringing = withRings(paused().conversation, 'transfer', ANN, BEN);
    const accepted = run(ringing, connected(BEN, 12_000));
    expect(stateOf(accepted)).toBe('resuming');
    expect(accepted.commands).toContainEqual(UPDATE);
  });

  it('ends when the agent who paused leaves the others, not when another agent does', () => {
    const three = run(withRings(agentWithLead(), 'conference', ANN, BEN), connected(BEN, 1_500));
    const both = run(three.conversation, pause(ANN, 2_000), about('recordingPaused', 2_000, 2_200));
    expect(stateOf(run(both.conversation, agentEvent('hangUpRequested', BEN, 5_000)))).toBe('paused');
    expect(stateOf(run(both.conversation, agentEvent('hangUpRequested', ANN, 5_000)))).toBe('resuming');
  });

  it('ends with the call', () => {
    const over = run(paused().conversation, reported(PARTY, 'completed', 8_000));
    expect([over.conversation.call.endedAt, stateOf(over)]).toEqual([START + 8_000, 'on']);
    expect(over.commands).not.toContainEqual(UPDATE);
  });

  const impossible: readonly [string, () => Conversation, TestAgent][] = [
    [
      'before the lead has answered',
      () =>
        withParty(
          run(withRings(newConversation('lead'), 'lead', null, ANN), connected(ANN, 100)).conversation,
          PARTY,
        ),
      ANN,
    ],
    ['by an agent who is only rung', () => withRings(agentWithLead(), 'transfer', ANN, BEN), BEN],
  ];
  it.each(impossible)('isn’t possible %s', (_, before, who) => {
    expect(stateOf(run(before(), pause(who, 2_000)))).toBe('on');
  });

  it('by any agent of a conversation is possible', () => {
    expect(stateOf(run(conference(), joined(BEN, 930), pause(BEN, 2_000)))).toBe('pausing');
  });
});
