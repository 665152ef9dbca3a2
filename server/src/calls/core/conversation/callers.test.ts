import { describe, expect, it } from 'vitest';
import { phaseOf } from '../call-lifecycle.ts';
import { decideClaim } from '../claim.ts';
import type { Conversation, ConversationEvent } from './conversation.ts';
import { BOB, ringing, run, status } from './test-ringing.ts';
import { ANN, connected, PARTY, reported, START } from './test-running.ts';

const noAgentLeft = (
  offersVoicemail: boolean,
  status: 'missed' | 'offline' | 'busy' = 'missed',
): ConversationEvent => ({
  type: 'noAgentLeft',
  status: status,
  reason: 'No agent accepted the call',
  offersVoicemail,
  at: START + 30_000,
});
const voicemailLeft = (seconds: number, at = 50_000): ConversationEvent => ({
  type: 'voicemailLeft',
  seconds,
  at: START + at,
});
const callerHungUp = reported(PARTY, 'completed', 49_000, 49);
const unanswered = (): Conversation => {
  const ringExpired = (who: typeof ANN): ConversationEvent => ({
    type: 'ringTimedOut',
    callUserId: who.callUserId,
    at: START + 30_000,
  });
  return run(ringing('inbound'), ringExpired(ANN), ringExpired(BOB)).conversation;
};
const inVoicemail = (status: 'missed' | 'offline' | 'busy' = 'missed') =>
  run(unanswered(), noAgentLeft(true, status)).conversation;

describe('a caller', () => {
  const ready: ConversationEvent = { type: 'callerReady', at: START + 4_000 };

  it('who has heard the welcome rings the agents once', () => {
    expect(run(ringing('inbound', []), ready).commands).toEqual([{ kind: 'ringNextAgents' }]);
    expect(run(ringing('inbound'), ready).commands).toEqual([]);
    expect(run(unanswered(), ready).commands).toEqual([]);
    expect(run(inVoicemail(), ready).commands).toEqual([]);
  });

  it('who hangs up while agents ring ends the rings, and the call is missed', () => {
    const { conversation, commands } = run(ringing('inbound'), reported(PARTY, 'completed', 9_000, 9));
    expect(conversation.call).toMatchObject({ status: 'missed', endedAt: START + 9_000, seconds: 0 });
    expect([status(conversation, ANN), status(conversation, BOB)]).toEqual(['withdrawn', 'withdrawn']);
    expect(commands.map(({ kind }) => kind)).toEqual(['withdraw', 'withdraw']);
  });

  it('who isn’t answered hears the unavailable message if the team has no voicemail', () => {
    const { conversation, commands } = run(unanswered(), noAgentLeft(false));
    expect(phaseOf(conversation.call)).toBe('ended');
    expect(commands).toEqual([{ kind: 'apologise', legId: PARTY.legId }]);
  });

  it.each(['missed', 'offline', 'busy'] as const)(
    'who isn’t answered (%s) may leave a voicemail, and the call lasts until they hang up',
    (status) => {
      const { conversation, commands } = run(unanswered(), noAgentLeft(true, status));
      expect(commands).toEqual([{ kind: 'takeMessage', legId: PARTY.legId }]);
      expect([phaseOf(conversation.call), conversation.call.status]).toEqual(['voicemail', status]);
      const hungUp = run(conversation, callerHungUp).conversation;
      expect(hungUp.call).toMatchObject({
        status,
        endedAt: START + 49_000,
        seconds: 0,
        voicemailSeconds: null,
      });
    },
  );

  it('in voicemail can no longer be claimed, and is sent to voicemail only once', () => {
    const conversation = inVoicemail();
    expect([decideClaim(conversation, ANN), decideClaim(conversation, BOB)]).toEqual(['lost', 'lost']);
    expect(run(conversation, noAgentLeft(true)).commands).toEqual([]);
  });

  const reportSequences: readonly [string, readonly ConversationEvent[]][] = [
    ['before the end', [voicemailLeft(7), callerHungUp]],
    ['after the end', [callerHungUp, voicemailLeft(7)]],
    ['twice, with different lengths', [voicemailLeft(7), callerHungUp, voicemailLeft(8)]],
  ];
  it.each(reportSequences)(
    'whose voicemail is reported %s counts as missed, and the call keeps its first length',
    (_when, events) => {
      const { conversation } = run(inVoicemail('offline'), ...events);
      expect(conversation.call).toMatchObject({
        status: 'missed',
        voicemailSeconds: 7,
        endedAt: START + 49_000,
        seconds: 0,
      });
      expect(conversation.call.reasons).toEqual([
        'No agent accepted the call',
        'The caller left a voicemail (7 s)',
      ]);
    },
  );

  it('who says nothing leaves no voicemail', () => {
    const { conversation } = run(inVoicemail('offline'), callerHungUp, voicemailLeft(0));
    expect(conversation.call).toMatchObject({ status: 'offline', voicemailSeconds: null });
  });

  it('who talked to an agent leaves no voicemail, whatever is reported', () => {
    const { conversation } = run(
      ringing('inbound'),
      connected(ANN, 1_000),
      noAgentLeft(true),
      voicemailLeft(7),
    );
    expect(conversation.call).toMatchObject({ status: 'in-progress', voicemailSeconds: null });
  });
});
