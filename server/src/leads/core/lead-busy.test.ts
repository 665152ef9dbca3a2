import type { CallType } from '@offhook/contract/entities';
import type { LeadBusy } from '@offhook/contract/lead-busy';
import { expect, it } from 'vitest';
import { type AgentPart, leadBusy, type OpenCall } from './lead-busy.ts';

const ANN = 1;
const part = (userId: number, name: string, status: AgentPart['status'], type: CallType = 'lead') => ({
  userId,
  name,
  status,
  type,
});
const call = (fields: Partial<OpenCall>): OpenCall => ({
  direction: 'outbound',
  isTalking: false,
  isVoicemail: false,
  agentId: null,
  askedBy: null,
  parts: [],
  ...fields,
});
const ben = (status: AgentPart['status'], type: CallType = 'lead') => part(2, 'Ben', status, type);
const cleo = (status: AgentPart['status'], type: CallType = 'lead') => part(3, 'Cleo', status, type);
const ann = (status: AgentPart['status'], type: CallType = 'lead') => part(ANN, 'Ann', status, type);

it.each<[sentence: string, calls: readonly OpenCall[], busy: LeadBusy | null]>([
  ['a lead in no call is free', [], null],
  [
    'a colleague who talks with the lead is named',
    [call({ isTalking: true, agentId: 2, parts: [ben('accepted')] })],
    { kind: 'talking', names: ['Ben'] },
  ],
  [
    'a colleague whose call the lead has not answered yet is named as calling',
    [call({ agentId: 2, parts: [ben('accepted')] })],
    { kind: 'calling', names: ['Ben'] },
  ],
  [
    'a colleague who just clicked Call Now is named as calling',
    [call({ parts: [ben('ringing', 'outbound')] })],
    { kind: 'calling', names: ['Ben'] },
  ],
  [
    'a lead who called has answered by itself',
    [call({ direction: 'inbound', agentId: 2, parts: [ben('accepted', 'inbound')] })],
    { kind: 'talking', names: ['Ben'] },
  ],
  [
    'all colleagues whose phones ring are named',
    [call({ parts: [ben('ringing'), cleo('ringing')] })],
    { kind: 'ringing', names: ['Ben', 'Cleo'] },
  ],
  [
    'the one who talks is named, and not the one who is asked into the call',
    [call({ isTalking: true, agentId: 2, parts: [ben('accepted'), cleo('ringing', 'transfer')] })],
    { kind: 'talking', names: ['Ben'] },
  ],
  [
    'a supervisor who listens is no party',
    [call({ isTalking: true, agentId: 2, parts: [ben('accepted'), cleo('accepted', 'listen')] })],
    { kind: 'talking', names: ['Ben'] },
  ],
  [
    'a colleague in the agent’s own call still talks after the agent has left it',
    [call({ isTalking: true, agentId: ANN, parts: [cleo('accepted', 'conference')] })],
    { kind: 'talking', names: ['Cleo'] },
  ],
  [
    'the agent’s own call is no reason',
    [call({ isTalking: true, agentId: ANN, parts: [ann('accepted')] })],
    null,
  ],
  ['nor is the agent’s own call that is still ending', [call({ isTalking: true, agentId: ANN })], null],
  [
    'a colleague’s call that is still ending is one',
    [call({ isTalking: true, agentId: 2 })],
    { kind: 'ending' },
  ],
  ['the agent’s own ring is one', [call({ parts: [ann('ringing')] })], { kind: 'own' }],
  [
    'the agent’s own Retry is one until it rings',
    [call({ askedBy: { userId: ANN, name: 'Ann' } })],
    { kind: 'own' },
  ],
  [
    'a colleague’s Retry is one',
    [call({ askedBy: { userId: 2, name: 'Ben' } })],
    { kind: 'requested', names: ['Ben'] },
  ],
  ['a caller in voicemail', [call({ direction: 'inbound', isVoicemail: true })], { kind: 'voicemail' }],
  ['a caller before any phone rings', [call({ direction: 'inbound' })], { kind: 'waiting' }],
  ['a call to the lead for which no phone rings yet', [call({})], { kind: 'starting' }],
  [
    'one call of several is enough',
    [call({ agentId: ANN }), call({ parts: [ben('ringing')] })],
    { kind: 'ringing', names: ['Ben'] },
  ],
])('%s', (_sentence, calls, busy) => {
  expect(leadBusy(calls, ANN)).toEqual(busy);
});
