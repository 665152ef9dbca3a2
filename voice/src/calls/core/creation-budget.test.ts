import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reserveSlot } from './creation-budget.ts';

test.each([
  ['a call of an idle account starts immediately', 0, 5_000, 1, 5_000],
  ['the next call waits for one second', 6_000, 5_000, 1, 6_000],
  ['at ten calls per second the next call waits for 100 ms', 5_100, 5_000, 10, 5_100],
])('%s', (_, freeAt, now, perSecond, startAt) => {
  expect(reserveSlot({ freeAt }, now, perSecond).startAt).toBe(startAt);
});

test('calls start in order, never faster than the limit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(2_000), { maxLength: 30 }),
      fc.integer({ min: 1, max: 20 }),
      (gaps, perSecond) => {
        let budget = { freeAt: 0 };
        let now = 10_000;
        const starts = gaps.map((gap) => {
          now += gap;
          const slot = reserveSlot(budget, now, perSecond);
          budget = slot.budget;
          return slot.startAt;
        });
        starts.forEach((start, index) => {
          const next = starts[index + 1];
          if (next !== undefined) expect(next - start).toBeGreaterThanOrEqual(1_000 / perSecond - 0.001);
        });
      },
    ),
  );
});
