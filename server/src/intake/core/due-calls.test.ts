import { expect, it } from 'vitest';
import { chooseDue, type DueCall } from './due-calls.ts';

const call = (id: number, changes: Partial<DueCall> = {}): DueCall => ({
  id,
  teamId: 1,
  ownerId: null,
  retry: null,
  leadRetry: null,
  madeAt: id,
  ...changes,
});
const nothing = { restingTeams: new Set<number>(), busyOwners: new Set<number>() };

const rows: readonly [string, readonly DueCall[], Partial<typeof nothing>, readonly number[]][] = [
  ['one of a team, the oldest', [call(2), call(1)], {}, [1]],
  [
    'of equal age, the one that was tried less often',
    [call(1, { retry: 2 }), call(2, { retry: 1 })],
    {},
    [2],
  ],
  ['a first try before any follow-up', [call(1, { leadRetry: 1 }), call(2, { retry: 3 })], {}, [2]],
  ['one of each team', [call(1), call(2, { teamId: 2 })], {}, [1, 2]],
  [
    'none of a team that had one in the last minute',
    [call(1), call(2, { teamId: 2 })],
    { restingTeams: new Set([1]) },
    [2],
  ],
  [
    'one of an owner, also of another team',
    [call(1, { ownerId: 7 }), call(2, { ownerId: 7, teamId: 2 }), call(3, { teamId: 2 })],
    {},
    [1, 3],
  ],
  [
    'none of an owner who has one that is not over',
    [call(1, { ownerId: 7 }), call(2, { ownerId: 8 })],
    { busyOwners: new Set([7]) },
    [2],
  ],
  ['all of no team', [call(1, { teamId: null }), call(2, { teamId: null })], {}, [1, 2]],
];

it.each(rows)('chooses %s', (_sentence, due, underWay, expected) => {
  expect(chooseDue(due, { ...nothing, ...underWay }).map(({ id }) => id)).toEqual(expected);
});
