import { expect, it } from 'vitest';
import { decideLead, type LeadFacts } from './lead-decision.ts';

const NOW = 1_000_000;
const OPEN: LeadFacts = {
  delaySeconds: 0,
  callTime: { kind: 'at', at: NOW, reason: null },
  acceptsNewCalls: true,
};

it.each<[string, Partial<LeadFacts>, object]>([
  ['rings agents immediately', {}, { kind: 'ring' }],
  [
    'is scheduled after its team’s delay',
    { delaySeconds: 30 },
    {
      kind: 'schedule',
      from: NOW + 30_000,
      reason: 'This team waits 30 seconds before it calls a new lead.',
    },
  ],
  [
    'is scheduled by a server that is stopping',
    { acceptsNewCalls: false },
    { kind: 'schedule', from: NOW, reason: expect.stringContaining('restart') },
  ],
  [
    'is scheduled after its team’s delay by a server that is stopping',
    { acceptsNewCalls: false, delaySeconds: 5 },
    { kind: 'schedule', from: NOW + 5_000, reason: expect.stringContaining('restart') },
  ],
  [
    'is missed while its team is closed',
    { callTime: { kind: 'at', at: NOW + 1, reason: 'It is outside the team’s hours.' } },
    { kind: 'closed', reason: 'It is outside the team’s hours.', isPermanent: false },
  ],
  [
    'is missed with the default reason if it can only be called later',
    { callTime: { kind: 'at', at: NOW + 1, reason: null }, delaySeconds: 30, acceptsNewCalls: false },
    { kind: 'closed', reason: 'It is outside the team’s hours.', isPermanent: false },
  ],
  [
    'is missed permanently if its team has no hours',
    { callTime: { kind: 'never', reason: 'The team has no hours in its schedule.' } },
    { kind: 'closed', reason: 'The team has no hours in its schedule.', isPermanent: true },
  ],
])('a lead %s', (_title, facts, decision) => {
  expect(decideLead({ ...OPEN, ...facts }, NOW)).toEqual(decision);
});
