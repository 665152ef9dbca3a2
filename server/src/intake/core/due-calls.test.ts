import { expect, it } from 'vitest';
import { type DueCall, selectDueCalls } from './due-calls.ts';

const call = (id: number, changes: Partial<DueCall> = {}): DueCall => ({
  id,
  teamId: 1,
  ownerId: null,
  retry: null,
  leadRetry: null,
  scheduledAt: id,
  ...changes,
});
const nothing = { pausedTeams: new Set<number>(), busyOwners: new Set<number>() };

const rows: readonly [string, readonly DueCall[], Partial<typeof nothing>, readonly number[]][] = [
  ['a team’s oldest call', [call(2), call(1)], {}, [1]],
  ['the call with fewer retries', [call(1, { retry: 2 }), call(2, { retry: 1 })], {}, [2]],
  ['a first attempt before a follow-up', [call(1, { leadRetry: 1 }), call(2, { retry: 3 })], {}, [2]],
  ['one call per team', [call(1), call(2, { teamId: 2 })], {}, [1, 2]],
  [
    'no call for a team that had one in the last minute',
    [call(1), call(2, { teamId: 2 })],
    { pausedTeams: new Set([1]) },
    [2],
  ],
  [
    'one call per owner across teams',
    [call(1, { ownerId: 7 }), call(2, { ownerId: 7, teamId: 2 }), call(3, { teamId: 2 })],
    {},
    [1, 3],
  ],
  [
    'no call for an owner with an active one',
    [call(1, { ownerId: 7 }), call(2, { ownerId: 8 })],
    { busyOwners: new Set([7]) },
    [2],
  ],
  ['all calls without a team', [call(1, { teamId: null }), call(2, { teamId: null })], {}, [1, 2]],
];

it.each(rows)('selects %s', (_title, due, inProgress, expected) => {
  expect(selectDueCalls(due, { ...nothing, ...inProgress }).map(({ id }) => id)).toEqual(expected);
});
