import { expect, it } from 'vitest';
import { decideLead, type LeadFacts } from './lead-decision.ts';

const NOW = 1_000_000;
const OPEN: LeadFacts = {
  delaySeconds: 0,
  opening: { kind: 'at', at: NOW, reason: null },
  beginsCalls: true,
};

it.each<[string, Partial<LeadFacts>, object]>([
  ['rings agents at once', {}, { kind: 'ring' }],
  [
    'waits as long as its team does',
    { delaySeconds: 30 },
    { kind: 'promise', from: NOW + 30_000, reason: 'This team waits 30 seconds before it calls a new lead.' },
  ],
  [
    'is promised a call by a server that ends',
    { beginsCalls: false },
    { kind: 'promise', from: NOW, reason: expect.stringContaining('start again') },
  ],
  [
    'is promised a call after its team’s wait by a server that ends',
    { beginsCalls: false, delaySeconds: 5 },
    { kind: 'promise', from: NOW + 5_000, reason: expect.stringContaining('start again') },
  ],
  [
    'is missed while its team is closed',
    { opening: { kind: 'at', at: NOW + 1, reason: 'The team is not in schedule.' } },
    { kind: 'closed', reason: 'The team is not in schedule.', isForEver: false },
  ],
  [
    'is missed while its minute is another lead’s',
    { opening: { kind: 'at', at: NOW + 1, reason: null }, delaySeconds: 30, beginsCalls: false },
    { kind: 'closed', reason: 'The team is closed.', isForEver: false },
  ],
  [
    'is missed for ever where its team has no hours',
    { opening: { kind: 'never', reason: 'The team has no hours in its schedule.' } },
    { kind: 'closed', reason: 'The team has no hours in its schedule.', isForEver: true },
  ],
])('a lead %s', (_title, facts, decision) => {
  expect(decideLead({ ...OPEN, ...facts }, NOW)).toEqual(decision);
});
