import { expect, it } from 'vitest';
import { parseByteRange } from './byte-range.ts';

const cases: [string | undefined, number, ReturnType<typeof parseByteRange>][] = [
  [undefined, 10, { kind: 'whole' }],
  ['bytes=0-', 10, { kind: 'part', from: 0, to: 9 }],
  ['bytes=3-5', 10, { kind: 'part', from: 3, to: 5 }],
  ['bytes=3-99', 10, { kind: 'part', from: 3, to: 9 }],
  ['bytes=-4', 10, { kind: 'part', from: 6, to: 9 }],
  ['bytes=-40', 10, { kind: 'part', from: 0, to: 9 }],
  ['bytes=10-', 10, { kind: 'beyond' }],
  ['bytes=-0', 10, { kind: 'beyond' }],
  ['bytes=0-', 0, { kind: 'beyond' }],
  ['bytes=5-3', 10, { kind: 'whole' }],
  ['bytes=0-1,4-5', 10, { kind: 'whole' }],
  ['bytes=-', 10, { kind: 'whole' }],
  ['lines=0-1', 10, { kind: 'whole' }],
];

it.each(cases)('the Range header %s is parsed for %i bytes', (header, size, expected) => {
  expect(parseByteRange(header, size)).toEqual(expected);
});
