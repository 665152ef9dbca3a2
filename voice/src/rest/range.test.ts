import { expect, test } from 'vitest';
import { byteRange } from './range.ts';

test.each([
  ['no value', undefined, null],
  ['the first bytes', 'bytes=0-9', { start: 0, end: 9 }],
  ['an open end', 'bytes=90-', { start: 90, end: 99 }],
  ['a suffix', 'bytes=-10', { start: 90, end: 99 }],
  ['an end beyond the file', 'bytes=90-999', { start: 90, end: 99 }],
  ['a start beyond the file', 'bytes=100-', 'unsatisfiable'],
  ['an end before the start', 'bytes=9-1', 'unsatisfiable'],
  ['an empty suffix', 'bytes=-0', 'unsatisfiable'],
  ['several ranges, which are not supported', 'bytes=0-1,4-5', null],
  ['another unit', 'lines=0-1', null],
  ['a range without numbers', 'bytes=-', null],
])('a Range header with %s is parsed', (_, header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});
