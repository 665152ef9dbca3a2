import { expect, test } from 'vitest';
import { isStrayClick } from './stray-click.ts';

test.each([
  ['a first click always counts', 1, 100, 200, false],
  ["the second click of a double click on Call doesn't reach Hang Up", 2, 100, 200, true],
  ["the third click doesn't either", 3, 100, 200, true],
  ['a double click that starts in the new view counts twice', 2, 300, 200, false],
  ['a key press always counts', 0, 100, 200, false],
])('%s', (_, detail, seriesStartedAt, viewChangedAt, stray) => {
  expect(isStrayClick(detail, seriesStartedAt, viewChangedAt)).toBe(stray);
});
