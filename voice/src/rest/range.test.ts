import { expect, test } from 'vitest';
import { byteRange } from './range.ts';

test.each([
  ['none', undefined, null],
  ['a part', 'bytes=0-9', { start: 0, end: 9 }],
  ['from somewhere', 'bytes=90-', { start: 90, end: 99 }],
  ['the end', 'bytes=-10', { start: 90, end: 99 }],
  ['more than there is', 'bytes=90-999', { start: 90, end: 99 }],
  ['beyond', 'bytes=100-', 'unsatisfiable'],
  ['backwards', 'bytes=9-1', 'unsatisfiable'],
  ['nothing of the end', 'bytes=-0', 'unsatisfiable'],
  ['several, which are not served', 'bytes=0-1,4-5', null],
  ['another unit', 'lines=0-1', null],
  ['nonsense', 'bytes=-', null],
])('%s', (_, header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});
