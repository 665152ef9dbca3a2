import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { largestOverLimit, subscriptionBytes, subscriptionFits } from './memory.ts';

const MAX_BYTES = 10 * LIMITS.subscribedBytesPerConnection;

test.each<[string, boolean, number, number, string]>([
  ['public channels may use half of the memory', true, 0, 0, 'news'],
  ['public channels may fill their half', true, MAX_BYTES / 2 - 1_000, MAX_BYTES / 2 - 1_000, 'news'],
  ['public channels may not exceed their half', false, MAX_BYTES / 2 - 999, MAX_BYTES / 2 - 999, 'news'],
  ['private channels may use the other half', true, MAX_BYTES / 2, MAX_BYTES / 2, 'private-a'],
  ['private channels may fill all of the memory', true, MAX_BYTES - 1_000, 0, 'private-a'],
  ['private channels may not exceed all of the memory', false, MAX_BYTES - 999, 0, 'private-a'],
  ['public channels may not exceed all of the memory either', false, MAX_BYTES - 999, 0, 'news'],
])('%s', (_, expected, all, publicBytes, channel) => {
  expect(subscriptionFits({ all, public: publicBytes }, channel, 1_000, 10)).toBe(expected);
});

test('a longer name and a member add to the size of a subscription', () => {
  const plain = subscriptionBytes('presence-a', null);
  const member = { userId: 'ada', info: 'x'.repeat(1_000) };
  expect(subscriptionBytes('presence-ab', null)).toBeGreaterThan(plain);
  expect(subscriptionBytes('presence-a', member)).toBeGreaterThan(plain + 1_000);
});

test('the largest connections are dropped until the rest fits, but no more than needed', () => {
  const limit = LIMITS.minSocketBytes;
  fc.assert(
    fc.property(fc.array(fc.nat({ max: limit })), (sizes) => {
      const holders = sizes.map((bufferedBytes) => ({ bufferedBytes }));
      const dropped = largestOverLimit(holders, 1);
      const remaining = holders.filter((holder) => !dropped.includes(holder));
      const sum = (list: typeof holders) =>
        list.reduce((total, { bufferedBytes }) => total + bufferedBytes, 0);
      expect(sum(remaining)).toBeLessThanOrEqual(limit);
      const smallest = dropped.at(-1);
      if (!smallest) return;
      expect(sum(remaining) + smallest.bufferedBytes).toBeGreaterThan(limit);
      for (const { bufferedBytes } of remaining)
        expect(bufferedBytes).toBeLessThanOrEqual(smallest.bufferedBytes);
    }),
  );
});
