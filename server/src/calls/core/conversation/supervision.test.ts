import { SUPERVISE_ACTIONS, type SuperviseAction } from '@offhook/contract/accounts/permissions';
import { describe, expect, it } from 'vitest';
import { phaseOf } from '../call-lifecycle.ts';
import { type Conversation, type ConversationEvent, transitionConversation } from './conversation.ts';
import { conferenceRole } from './hold-and-whisper.ts';
import {
  ANN,
  agentEvent,
  agentWithLead,
  BEN,
  connected,
  findLeg,
  findTestCallUser,
  PARTY,
  run,
  SAM,
  START,
  withRings,
} from './test-running.ts';

const supervised = (type: SuperviseAction, conversation = agentWithLead()) =>
  run(withRings(conversation, type, ANN, SAM), connected(SAM, 2_000)).conversation;
const changeTo = (to: SuperviseAction): ConversationEvent => ({
  type: 'supervisionChanged',
  callUserId: SAM.callUserId,
  to,
  at: START + 3_000,
});
const roleOf = (conversation: Conversation) => conferenceRole(conversation, SAM.callUserId, SAM.legId);

describe('a supervisor in a call', () => {
  const changes = SUPERVISE_ACTIONS.flatMap((from) =>
    SUPERVISE_ACTIONS.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  it.each(changes)('who changes from %s to %s is heard as if they had joined so', (from, to) => {
    const { conversation, commands } = run(supervised(from), changeTo(to));
    expect(roleOf(conversation)).toEqual(roleOf(supervised(to)));
    expect(findTestCallUser(conversation, SAM)).toMatchObject({ type: to, status: 'accepted', sid: SAM.sid });
    expect(commands).toEqual([{ kind: 'coach', legId: SAM.legId }]);
    expect(phaseOf(conversation.call)).toBe('talking');
  });

  it.each(changes)('changes from %s to %s on the agents’ phones and on the board', (from, to) => {
    const { commands } = transitionConversation(supervised(from), changeTo(to));
    expect(commands).toContainEqual({ kind: 'callChanged' });
    expect(commands).toContainEqual({ kind: 'agentChanged', userId: SAM.userId });
  });

  it('who starts to whisper while the agent has the lead on hold is heard by the agent', () => {
    const held = run(supervised('listen'), agentEvent('holdRequested', ANN, 2_500)).conversation;
    expect(roleOf(run(held, changeTo('whisper')).conversation)).toEqual({ muted: false, coach: ANN.sid });
  });

  it('who put the others on hold takes the hold off by leaving the conversation', () => {
    const held = run(supervised('barge'), agentEvent('holdRequested', SAM, 2_500)).conversation;
    expect(findLeg(held, PARTY)?.held).toBe(true);
    const { conversation } = run(held, changeTo('listen'));
    expect(findLeg(conversation, PARTY)?.held).toBe(false);
  });

  it('who rings a colleague, or has the call since its agent left, changes nothing', () => {
    const rings = withRings(supervised('barge'), 'transfer', SAM, BEN);
    const alone = run(supervised('barge'), agentEvent('hangUpRequested', ANN, 2_500)).conversation;
    for (const before of [rings, alone])
      expect(findTestCallUser(run(before, changeTo('listen')).conversation, SAM)?.type).toBe('barge');
  });

  it('who has left changes nothing', () => {
    const gone = run(supervised('listen'), agentEvent('hangUpRequested', SAM, 2_500)).conversation;
    const { conversation, commands } = run(gone, changeTo('barge'));
    expect([findTestCallUser(conversation, SAM)?.type, commands]).toEqual(['listen', []]);
  });
});
