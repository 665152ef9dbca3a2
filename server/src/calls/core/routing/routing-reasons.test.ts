import { expect, it } from 'vitest';
import type { Candidate } from './routing.ts';
import { explainChoice } from './routing-reasons.ts';
import { agent } from './test-candidate.ts';

const rows: readonly [string, Candidate, 'rung' | 'skipped', string][] = [
  ['who owns the lead', agent(1, { isOwner: true }), 'rung', 'Owner of the lead'],
  ['in the first group', agent(1), 'rung', 'Available, with priority 1'],
  ['in the fallback team', agent(1, { isFallback: true }), 'rung', 'Available, in the fallback team'],
  ['claimed by another call', agent(2), 'skipped', 'Claimed by another call'],
  ['in a later group', agent(3, { group: 2 }), 'skipped', 'Later in the ringing order'],
  ['outside their hours', agent(3, { inSchedule: false }), 'skipped', 'Outside team or agent hours'],
  ['already rung', agent(3, { tried: true }), 'skipped', 'Already rung for this call'],
  ['in wrap-up', agent(3, { unavailable: 'wrap-up' }), 'skipped', 'Still in wrap-up'],
];

it.each(rows)('explains why an agent %s was rung or skipped', (_label, candidate, verdict, reason) => {
  const choice = { type: 'ring', userIds: [1, 2], lastRungUserId: null } as const;
  expect(explainChoice(choice, [candidate], new Set([1]))).toEqual([
    { userId: candidate.userId, verdict, reason },
  ]);
});
