import { expect, test } from 'vitest';
import { notifyDelay } from './coalescing.ts';

test.each([
  ['the first change notifies immediately', null, 5_000, 0],
  ['a change right after another waits for the rest of the second', 5_000, 5_000, 1_000],
  ['one that comes in the middle waits for the rest of it', 5_000, 5_400, 600],
  ['a change after a second notifies immediately', 5_000, 9_000, 0],
  ['a clock that was set back holds nothing up', 9_000, 5_000, 0],
])('%s', (_, notifiedAt, now, expected) => {
  expect(notifyDelay(notifiedAt, now)).toBe(expected);
});
