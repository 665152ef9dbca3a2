import { expect, it } from 'vitest';
import { type SpaceLevel, spaceLevel } from './disk-space-level.ts';

const RESERVE = 1_000;

it.each<[string, SpaceLevel, number, SpaceLevel]>([
  ['plenty is free', 'enough', 10_000, 'enough'],
  ['less than four reserves are free', 'enough', 3_999, 'low'],
  ['exactly the reserve is free', 'low', 1_000, 'low'],
  ['less than the reserve is free', 'low', 999, 'full'],
  ['nothing is free', 'enough', 0, 'full'],
  ['a little more than the reserve is free again', 'full', 1_249, 'full'],
  ['a quarter more than the reserve is free again', 'full', 1_250, 'low'],
  ['plenty is free again', 'full', 4_000, 'enough'],
])('when %s, the level "%s" with %i bytes free becomes "%s"', (_, before, free, level) => {
  expect(spaceLevel(before, free, RESERVE)).toBe(level);
});

it('a reserve of 0 turns the check off', () => {
  expect(spaceLevel('full', 0, 0)).toBe('enough');
});
