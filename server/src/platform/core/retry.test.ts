import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backOff, retryOrGiveUp } from './retry.ts';

const HOUR = 3_600_000;

it.each([
  [1, 250],
  [2, 500],
  [6, 8_000],
  [7, 10_000],
  [100, 10_000],
])('the default delay after attempt %i is %i ms', (attempts, pause) => {
  expect(backOff(attempts)).toBe(pause);
});

it.each([
  [1, 60_000, HOUR, 60_000],
  [3, 60_000, HOUR, 240_000],
  [7, 60_000, HOUR, HOUR],
])('after attempt %i, the delay between %i and %i ms is %i ms', (attempts, first, longest, pause) => {
  expect(backOff(attempts, first, longest)).toBe(pause);
});

it('a delay is between the first and the maximum delay, and never shrinks', () => {
  const count = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(count, fc.integer({ min: 1, max: HOUR }), (attempts, first) => {
      const pause = backOff(attempts, first, HOUR);
      expect(pause).toBeGreaterThanOrEqual(first);
      expect(pause).toBeLessThanOrEqual(HOUR);
      expect(backOff(attempts + 1, first, HOUR)).toBeGreaterThanOrEqual(pause);
    }),
  );
});

it.each([
  [1, { type: 'again', inMs: 250, error: 'Error: no' }],
  [2, { type: 'again', inMs: 500, error: 'Error: no' }],
  [3, { type: 'givenUp', error: 'Error: no' }],
  [4, { type: 'givenUp', error: 'Error: no' }],
])('work that may be attempted 3 times is retried or given up after %i failures', (attempts, expected) => {
  expect(retryOrGiveUp(attempts, 3, new Error('no'))).toEqual(expected);
});
