import { expect, test } from 'vitest';
import { isStrayClick } from './stray-click.ts';

test.each([
  ['a first click acts, however late', 1, 100, 200, false],
  ['the second of two clicks on Call does not reach Hang Up', 2, 100, 200, true],
  ['nor does the third', 3, 100, 200, true],
  ['a double click that began in the new view acts twice', 2, 300, 200, false],
  ['a key has no series', 0, 100, 200, false],
])('%s', (_, detail, seriesStartedAt, viewChangedAt, stray) => {
  expect(isStrayClick(detail, seriesStartedAt, viewChangedAt)).toBe(stray);
});
