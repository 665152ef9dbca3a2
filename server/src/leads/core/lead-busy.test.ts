import type { CallType } from '@offhook/contract/calls/call-kinds';
import { expect, it } from 'vitest';
import { findLeadBusy, type LeadBusy, type OpenCall, type Participant } from './lead-busy.ts';

const ANN = 1;
const participant = (
  userId: number,
  name: string,
  status: Participant['status'],
  type: CallType = 'lead',
) => ({
  userId,
  name,
  status,
  type,
});
const call = (fields: Partial<OpenCall>): OpenCall => ({
  direction: 'outbound',
  isTalking: false,
  isVoicemail: false,
  isParked: false,
  agentId: null,
  requestedBy: null,
  participants: [],
  ...fields,
});
const ben = (status: Participant['status'], type: CallType = 'lead') => participant(2, 'Ben', status, type);
const cleo = (status: Participant['status'], type: CallType = 'lead') => participant(3, 'Cleo', status, type);
const ann = (status: Participant['status'], type: CallType = 'lead') => participant(ANN, 'Ann', status, type);

it.each<[sentence: string, calls: readonly OpenCall[], busy: LeadBusy | null]>([
  ['a lead without a call is not busy', [], null],
  [
    'a colleague who is talking with the lead is named',
    [call({ isTalking: true, agentId: 2, participants: [ben('accepted')] })],
    { kind: 'talking', names: ['Ben'] },
  ],
  [
    'a colleague whose call is unanswered is named as calling',
    [call({ agentId: 2, participants: [ben('accepted')] })],
    { kind: 'calling', names: ['Ben'] },
  ],
  [
    'a colleague who just clicked Call Now is named as calling',
    [call({ participants: [ben('ringing', 'outbound')] })],
    { kind: 'calling', names: ['Ben'] },
  ],
  [
    'a colleague on an inbound call is named as talking',
    [call({ direction: 'inbound', agentId: 2, participants: [ben('accepted', 'inbound')] })],
    { kind: 'talking', names: ['Ben'] },
  ],
  [
    'all colleagues whose phones ring are named',
    [call({ participants: [ben('ringing'), cleo('ringing')] })],
    { kind: 'ringing', names: ['Ben', 'Cleo'] },
  ],
  [
    'only the agent who is talking is named, not one who is invited',
    [call({ isTalking: true, agentId: 2, participants: [ben('accepted'), cleo('ringing', 'transfer')] })],
    { kind: 'talking', names: ['Ben'] },
  ],
  [
    'a supervisor who listens is not named',
    [call({ isTalking: true, agentId: 2, participants: [ben('accepted'), cleo('accepted', 'listen')] })],
    { kind: 'talking', names: ['Ben'] },
  ],
  [
    'a colleague is still named after the agent leaves the shared call',
    [call({ isTalking: true, agentId: ANN, participants: [cleo('accepted', 'conference')] })],
    { kind: 'talking', names: ['Cleo'] },
  ],
  [
    'the agent’s own call does not make the lead busy',
    [call({ isTalking: true, agentId: ANN, participants: [ann('accepted')] })],
    null,
  ],
  [
    'the agent’s own ending call does not make the lead busy',
    [call({ isTalking: true, agentId: ANN })],
    null,
  ],
  [
    'the agent’s own parked call makes the lead busy',
    [call({ isTalking: true, agentId: ANN, isParked: true })],
    { kind: 'parked' },
  ],
  [
    'a colleague’s ending call makes the lead busy',
    [call({ isTalking: true, agentId: 2 })],
    { kind: 'ending' },
  ],
  ['the agent’s own ring makes the lead busy', [call({ participants: [ann('ringing')] })], { kind: 'own' }],
  [
    'the agent’s own Retry makes the lead busy until it rings',
    [call({ requestedBy: { userId: ANN, name: 'Ann' } })],
    { kind: 'own' },
  ],
  [
    'a colleague’s Retry makes the lead busy',
    [call({ requestedBy: { userId: 2, name: 'Ben' } })],
    { kind: 'requested', names: ['Ben'] },
  ],
  [
    'a caller in voicemail is busy',
    [call({ direction: 'inbound', isVoicemail: true })],
    { kind: 'voicemail' },
  ],
  ['a caller is busy before any phone rings', [call({ direction: 'inbound' })], { kind: 'waiting' }],
  ['a lead is busy before any phone rings for the call', [call({})], { kind: 'starting' }],
  [
    'one busy call of several is enough',
    [call({ agentId: ANN }), call({ participants: [ben('ringing')] })],
    { kind: 'ringing', names: ['Ben'] },
  ],
])('%s', (_title, calls, busy) => {
  expect(findLeadBusy(calls, ANN)).toEqual(busy);
});
