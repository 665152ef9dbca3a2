import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitWall, isOnWall, wallPage } from './wall.ts';

it.each([
  [1_856, 760, 20, 3],
  [1_856, 760, 36, 4],
  [1_856, 760, 200, 5],
  [900, 500, 90, 3],
  [358, 500, 9, 1],
])('a wallboard of %i by %i px shows %i agents in %i columns', (width, height, count, columns) => {
  expect(fitWall(width, height, count).columns).toBe(columns);
});

it.each([
  ['an available agent is', { state: 'available', is_signed_in: true, is_supervising: false }, true],
  [
    'an agent who is signed out is not',
    { state: 'unavailable', is_signed_in: false, is_supervising: false },
    false,
  ],
  [
    'an agent who listens to a call is not',
    { state: 'unavailable', is_signed_in: true, is_supervising: true },
    false,
  ],
] as const)('%s on the wallboard', (_, tile, expected) => {
  expect(isOnWall({ ...tile, status: null })).toBe(expected);
});

it('a name on a screen of 1920 px is at least 31 px high, whatever the size of the room', () => {
  for (const count of [1, 50, 500]) expect(fitWall(1_856, 760, count).font).toBeGreaterThan(31);
});

it('the pages show each agent once, and none more than fit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 80 }), (count, capacity) => {
      const { pages } = wallPage(count, capacity, 0);
      const shown = Array.from({ length: pages }, (_, turn) => wallPage(count, capacity, turn));
      expect(shown.every(({ from, to }) => to - from <= capacity)).toBe(true);
      expect(
        shown.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
      ).toEqual(Array.from({ length: count }, (_, at) => at));
      expect(wallPage(count, capacity, pages)).toEqual(shown[0]);
    }),
  );
});
