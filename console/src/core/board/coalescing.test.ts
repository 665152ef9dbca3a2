import { expect, test } from 'vitest';
import { notifyDelay } from './coalescing.ts';

test.each([
  ['the first message is passed on at once', null, 5_000, 0],
  ['one that comes at once after another waits out the second', 5_000, 5_000, 1_000],
  ['one that comes in the middle waits for the rest of it', 5_000, 5_400, 600],
  ['one that comes later is passed on at once', 5_000, 9_000, 0],
  ['a clock that was set back holds nothing up', 9_000, 5_000, 0],
])('%s', (_, toldAt, now, expected) => {
  expect(notifyDelay(toldAt, now)).toBe(expected);
});
