import { describe, expect, it } from 'vitest';
import type { LastCall } from './next-attempt.ts';
import { leadOutlook, type OutlookFacts } from './outlook.ts';

const NOW = 1_000_000;

const missed: LastCall = {
  type: 'lead',
  direction: 'outbound',
  status: 'missed',
  result: null,
  wasClaimed: false,
  hadConversation: false,
  leftVoicemail: false,
  agentsWereOccupied: false,
  retry: null,
  leadRetry: null,
  isFallback: false,
  endedAt: NOW - 500,
};
const plan = { retryMinutes: [5], followupMinutes: [60], hasFallback: false };
const contacted = { ...missed, status: 'completed', result: 'contacted', wasClaimed: true } as const;
const facts: OutlookFacts = {
  isErased: false,
  openCallId: null,
  blocked: null,
  scheduled: null,
  last: null,
  hasCalls: false,
  canceled: null,
  origin: 'intake',
};
const scheduled = { id: 3, dueAt: NOW + 60_000, reason: 'It is outside the team’s hours.' };

describe('what happens next to a lead', () => {
  it.each<[string, Partial<OutlookFacts>, object]>([
    ['is the open call, before all else', { openCallId: 8, scheduled }, { state: 'calling', callId: 8 }],
    [
      'is nothing, once the person was erased',
      { isErased: true, scheduled },
      { state: 'blocked', reason: 'The person was erased' },
    ],
    [
      'is nothing while the lead may not be called, even with a scheduled call',
      { blocked: { id: 'callable.listed' }, scheduled },
      { state: 'blocked', reason: expect.stringMatching(/do-not-call/) },
    ],
    [
      'is the scheduled call, with the reason for its time',
      { scheduled, last: { call: contacted, plan } },
      { state: 'scheduled', id: 3, dueAt: scheduled.dueAt, reason: scheduled.reason },
    ],
    [
      'is the due call, whose reason is over',
      { scheduled: { ...scheduled, dueAt: NOW } },
      { state: 'scheduled', id: 3, dueAt: NOW, reason: null },
    ],
    [
      'is nothing after a conversation',
      { hasCalls: true, last: { call: contacted, plan } },
      { state: 'none', reason: 'The lead was contacted' },
    ],
    [
      'is nothing after the last attempt',
      { hasCalls: true, last: { call: { ...missed, retry: 1 }, plan } },
      { state: 'none', reason: 'No further attempt is scheduled' },
    ],
    [
      'is nothing if the scheduled call was canceled after the last call',
      {
        hasCalls: true,
        last: { call: missed, plan },
        canceled: { at: NOW - 100, reason: 'The lead opted out' },
      },
      { state: 'none', reason: 'The lead opted out' },
    ],
    [
      'is explained by the last call if the scheduled call was canceled before it',
      {
        hasCalls: true,
        last: { call: contacted, plan },
        canceled: { at: NOW - 900, reason: 'Another call was scheduled instead' },
      },
      { state: 'none', reason: 'The lead was contacted' },
    ],
    [
      'is nothing after an agent’s own calls',
      { hasCalls: true },
      { state: 'none', reason: 'No attempt follows a call that an agent or the lead made' },
    ],
    [
      'is nothing for a lead that an agent added',
      { origin: 'agent' },
      { state: 'none', reason: 'An agent added the lead, so agents call it themselves' },
    ],
    ['is unknown for a lead that came in without a call', {}, { state: 'none', reason: null }],
  ])('%s', (_, more, expected) => {
    expect(leadOutlook({ ...facts, ...more }, NOW)).toEqual(expected);
  });
});
