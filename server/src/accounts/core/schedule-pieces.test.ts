import { expect, it } from 'vitest';
import { scheduleFault } from './schedule-pieces.ts';

const piece = (day: number, from: number, to: number) => ({ day, from, to });

it.each([
  ['no pieces at all', [], null],
  ['two pieces of a day that meet', [piece(1, 480, 720), piece(1, 720, 1080)], null],
  ['two pieces of a day that share a quarter', [piece(1, 480, 735), piece(1, 720, 1080)], 'overlap'],
  ['the same hours on two days', [piece(1, 480, 720), piece(2, 480, 720)], null],
  [
    'a piece across midnight and one that begins when it ends',
    [piece(6, 1320, 120), piece(7, 120, 600)],
    null,
  ],
  ['a piece across midnight and one that it runs into', [piece(6, 1320, 120), piece(7, 105, 600)], 'overlap'],
  ['Sunday’s night and Monday’s morning', [piece(7, 1320, 120), piece(1, 0, 60)], 'overlap'],
  ['a whole day', [piece(3, 0, 1440)], null],
  ['a piece that begins between the quarters', [piece(1, 485, 720)], 'grid'],
  ['a piece that ends between the quarters', [piece(1, 480, 721)], 'grid'],
  ['a piece of no length', [piece(1, 480, 480)], 'empty'],
] as const)('judges %s', (_, pieces, fault) => {
  expect(scheduleFault(pieces)).toBe(fault);
});
