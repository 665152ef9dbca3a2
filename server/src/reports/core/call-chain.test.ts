import { expect, it } from 'vitest';
import { findChain } from './call-chain.ts';

const calls = [
  { id: 10, previousId: null },
  { id: 12, previousId: 10 },
  { id: 14, previousId: 12 },
  { id: 16, previousId: null },
  { id: 18, previousId: 16 },
  { id: 20, previousId: 2 },
];

it.each([
  ['the first call', 10, [10, 12, 14]],
  ['the middle call', 12, [10, 12, 14]],
  ['the last call', 14, [10, 12, 14]],
  ['a call of another chain', 18, [16, 18]],
  ['a call with an unknown previous attempt', 20, [20]],
])('from %s, the whole chain is found', (_, id, chain) => {
  expect([...findChain(calls, id)].sort((a, b) => a - b)).toEqual(chain);
});

it('a circular chain does not loop forever', () => {
  const cycle = [
    { id: 2, previousId: 4 },
    { id: 4, previousId: 2 },
  ];
  expect([...findChain(cycle, 2)].sort()).toEqual([2, 4]);
});
