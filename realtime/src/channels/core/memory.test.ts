import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { fitsSubscription, subscriptionBytes, tooHeavy } from './memory.ts';

const MOST = 10 * LIMITS.subscribedBytesPerConnection;

test.each<[string, boolean, number, number, string]>([
  ['a public channel fits into the half for public channels', true, 0, 0, 'news'],
  ['and fills it to the last byte', true, MOST / 2 - 1_000, MOST / 2 - 1_000, 'news'],
  ['but no further', false, MOST / 2 - 999, MOST / 2 - 999, 'news'],
  ['a private channel has the rest', true, MOST / 2, MOST / 2, 'private-a'],
  ['to the last byte, too', true, MOST - 1_000, 0, 'private-a'],
  ['but no further', false, MOST - 999, 0, 'private-a'],
  ['not even a public one', false, MOST - 999, 0, 'news'],
])('%s', (_, expected, all, open, channel) => {
  expect(fitsSubscription({ all, public: open }, channel, 1_000, 10)).toBe(expected);
});

test('a subscription weighs more with a longer name and with a member', () => {
  const plain = subscriptionBytes('presence-a', null);
  const member = { userId: 'ada', info: 'x'.repeat(1_000) };
  expect(subscriptionBytes('presence-ab', null)).toBeGreaterThan(plain);
  expect(subscriptionBytes('presence-a', member)).toBeGreaterThan(plain + 1_000);
});

test('the heaviest go until the rest fits, and none more', () => {
  const most = LIMITS.socketBytesAtLeast;
  fc.assert(
    fc.property(fc.array(fc.nat({ max: most })), (weights) => {
      const holders = weights.map((heldBytes) => ({ heldBytes }));
      const gone = tooHeavy(holders, 1);
      const kept = holders.filter((holder) => !gone.includes(holder));
      const sum = (list: typeof holders) => list.reduce((total, { heldBytes }) => total + heldBytes, 0);
      expect(sum(kept)).toBeLessThanOrEqual(most);
      const lightest = gone.at(-1);
      if (!lightest) return;
      expect(sum(kept) + lightest.heldBytes).toBeGreaterThan(most);
      for (const { heldBytes } of kept) expect(heldBytes).toBeLessThanOrEqual(lightest.heldBytes);
    }),
  );
});
