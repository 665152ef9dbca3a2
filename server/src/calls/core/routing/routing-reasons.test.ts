import { expect, it } from 'vitest';
import type { Candidate } from './routing.ts';
import { explainChoice } from './routing-reasons.ts';
import { agent } from './test-candidate.ts';

const rows: readonly [string, Candidate, 'rung' | 'skipped', string][] = [
  ['the owner', agent(1, { isOwner: true }), 'rung', 'Owner of the lead'],
  ['of the first group', agent(1), 'rung', 'Available, with priority 1'],
  ['of the fallback team', agent(1, { isFallback: true }), 'rung', 'Available, in the fallback team'],
  ['chosen too late', agent(2), 'skipped', 'Claimed by another call'],
  ['of a later group', agent(3, { group: 2 }), 'skipped', 'Later in the ringing order'],
  ['not on shift', agent(3, { inSchedule: false }), 'skipped', 'Outside their hours'],
  ['rung before', agent(3, { tried: true }), 'skipped', 'Already rung for this call'],
  ['in wrap-up', agent(3, { unavailable: 'wrap-up' }), 'skipped', 'Still in wrap-up'],
];

it.each(rows)('an agent %s sees the reason', (_sentence, candidate, verdict, reason) => {
  const choice = { type: 'ring', userIds: [1, 2], rotation: null } as const;
  expect(explainChoice(choice, [candidate], new Set([1]))).toEqual([
    { userId: candidate.userId, verdict, reason },
  ]);
});
