import { expect, test } from 'vitest';
import { isStrayClick } from './stray-click.ts';

test.each([
  ['a click counts', 1, 300, 200, false],
  ["a finger that was down before the view changed doesn't reach the new button", 1, 100, 200, true],
  ["the second click of a double click on Call doesn't reach Hang Up", 2, 100, 200, true],
  ["the third click doesn't either", 3, 100, 200, true],
  ['a double click that starts in the new view counts twice', 2, 300, 200, false],
  ['a key press always counts', 0, 100, 200, false],
])('%s', (_, detail, pressedAt, viewChangedAt, stray) => {
  expect(isStrayClick(detail, pressedAt, viewChangedAt)).toBe(stray);
});
