import { expect, it } from 'vitest';
import { scheduleFault } from './schedule-pieces.ts';

it.each([
  ['no pieces at all', [], null],
  [
    'two pieces of a day that meet',
    [
      [1, 480, 720],
      [1, 720, 1080],
    ],
    null,
  ],
  [
    'two pieces of a day that share a quarter',
    [
      [1, 480, 735],
      [1, 720, 1080],
    ],
    'overlap',
  ],
  [
    'the same hours on two days',
    [
      [1, 480, 720],
      [2, 480, 720],
    ],
    null,
  ],
  [
    'a piece across midnight and one that begins when it ends',
    [
      [6, 1320, 120],
      [7, 120, 600],
    ],
    null,
  ],
  [
    'a piece across midnight and one that it runs into',
    [
      [6, 1320, 120],
      [7, 105, 600],
    ],
    'overlap',
  ],
  [
    'Sunday’s night and Monday’s morning',
    [
      [7, 1320, 120],
      [1, 0, 60],
    ],
    'overlap',
  ],
  ['a whole day', [[3, 0, 1440]], null],
  ['a piece that begins between the quarters', [[1, 485, 720]], 'grid'],
  ['a piece that ends between the quarters', [[1, 480, 721]], 'grid'],
  ['a piece of no length', [[1, 480, 480]], 'empty'],
] as const)('judges %s', (_, pieces, fault) => {
  expect(scheduleFault(pieces.map(([day, from, to]) => ({ day, from, to })))).toBe(fault);
});
