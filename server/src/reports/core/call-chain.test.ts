import { expect, it } from 'vitest';
import { chainOf } from './call-chain.ts';

const calls = [
  { id: 10, previousId: null },
  { id: 12, previousId: 10 },
  { id: 14, previousId: 12 },
  { id: 16, previousId: null },
  { id: 18, previousId: 16 },
  { id: 20, previousId: 2 },
];

it.each([
  ['the first', 10, [10, 12, 14]],
  ['the one in the middle', 12, [10, 12, 14]],
  ['the last', 14, [10, 12, 14]],
  ['one of another chain', 18, [16, 18]],
  ['one whose try before is not known any more', 20, [20]],
])('from %s of a chain all its tries are found', (_, id, chain) => {
  expect([...chainOf(calls, id)].sort((a, b) => a - b)).toEqual(chain);
});

it('ends where the links go round in a circle', () => {
  const circle = [
    { id: 2, previousId: 4 },
    { id: 4, previousId: 2 },
  ];
  expect([...chainOf(circle, 2)].sort()).toEqual([2, 4]);
});
