import { describe, expect, it } from 'vitest';
import { supervisorsHeardBy } from '../parties.ts';
import { type Conversation, type ConversationEvent, transitionConversation } from './conversation.ts';
import {
  ANN,
  agentEvent,
  agentWithLead,
  BEN,
  connected,
  reported,
  run,
  SAM,
  withRings,
} from './test-running.ts';

const joined = (type: 'listen' | 'whisper' | 'barge', conversation = agentWithLead()) =>
  run(withRings(conversation, type, ANN, SAM), connected(SAM, 2_000)).conversation;
const heardBy = (conversation: Conversation, { callUserId }: { readonly callUserId: number }) =>
  supervisorsHeardBy(conversation, callUserId).map(({ userId, type }) => [userId, type]);

describe('the supervisors an agent hears', () => {
  it.each([
    ['listen', []],
    ['whisper', [[SAM.userId, 'whisper']]],
    ['barge', [[SAM.userId, 'barge']]],
  ] as const)('are shown to the agent of the call: %s', (type, heard) => {
    expect(heardBy(joined(type), ANN)).toEqual(heard);
  });

  it('do not include a whisper to another agent of the call', () => {
    const conference = run(
      withRings(agentWithLead(), 'conference', ANN, BEN),
      connected(BEN, 1_500),
    ).conversation;
    expect(heardBy(joined('whisper', conference), BEN)).toEqual([]);
    expect(heardBy(joined('barge', conference), BEN)).toEqual([[SAM.userId, 'barge']]);
  });

  it('do not include supervisors who ring, were disconnected or left, nor the supervisor to themselves', () => {
    expect(heardBy(withRings(agentWithLead(), 'barge', ANN, SAM), ANN)).toEqual([]);
    expect(heardBy(run(joined('barge'), reported(SAM, 'completed', 3_000)).conversation, ANN)).toEqual([]);
    expect(
      heardBy(run(joined('barge'), agentEvent('hangUpRequested', SAM, 3_000)).conversation, ANN),
    ).toEqual([]);
    expect(heardBy(joined('barge'), SAM)).toEqual([]);
    expect(heardBy(joined('whisper'), SAM)).toEqual([]);
  });

  it.each(['whisper', 'barge'] as const)('are sent to the phones when one joins or leaves: %s', (type) => {
    const ringing = withRings(agentWithLead(), type, ANN, SAM);
    expect(isAnnounced(ringing, connected(SAM, 2_000))).toBe(true);
    expect(isAnnounced(joined(type), agentEvent('hangUpRequested', SAM, 3_000))).toBe(true);
  });

  it('cause no message when one only listens', () => {
    expect(isAnnounced(withRings(agentWithLead(), 'listen', ANN, SAM), connected(SAM, 2_000))).toBe(false);
  });
});

function isAnnounced(conversation: Conversation, event: ConversationEvent): boolean {
  return transitionConversation(conversation, event).commands.some(({ kind }) => kind === 'callChanged');
}
