import { expect, test } from 'vitest';
import { notifyDelay } from './coalescing.ts';

test.each([
  ['the first change notifies immediately', null, 5_000, 0],
  ['a change right after another waits for the rest of the second', 5_000, 5_000, 1_000],
  ['a change 400 ms after another waits for the remaining 600 ms', 5_000, 5_400, 600],
  ['a change after a second notifies immediately', 5_000, 9_000, 0],
  ['a clock that was set back doesn’t delay a notification', 9_000, 5_000, 0],
])('%s', (_, notifiedAt, now, expected) => {
  expect(notifyDelay(notifiedAt, now)).toBe(expected);
});
