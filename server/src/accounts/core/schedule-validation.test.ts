import { expect, it } from 'vitest';
import { findScheduleProblem } from './schedule-validation.ts';

const piece = (day: number, from: number, to: number) => ({ day, from, to });

it.each([
  ['no pieces', [], null],
  ['two adjacent pieces on one day', [piece(1, 480, 720), piece(1, 720, 1080)], null],
  ['two overlapping pieces on one day', [piece(1, 480, 735), piece(1, 720, 1080)], 'overlap'],
  ['the same hours on two days', [piece(1, 480, 720), piece(2, 480, 720)], null],
  [
    'a piece across midnight and one that starts when it ends',
    [piece(6, 1320, 120), piece(7, 120, 600)],
    null,
  ],
  ['a piece across midnight and one that overlaps it', [piece(6, 1320, 120), piece(7, 105, 600)], 'overlap'],
  ['Sunday night and Monday morning', [piece(7, 1320, 120), piece(1, 0, 60)], 'overlap'],
  ['a whole day', [piece(3, 0, 1440)], null],
  ['a piece that starts off the grid', [piece(1, 485, 720)], 'grid'],
  ['a piece that ends off the grid', [piece(1, 480, 721)], 'grid'],
  ['an empty piece', [piece(1, 480, 480)], 'empty'],
] as const)('a schedule with %s is checked for problems', (_, pieces, problem) => {
  expect(findScheduleProblem(pieces)).toBe(problem);
});
