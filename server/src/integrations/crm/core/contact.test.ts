import { expect, it } from 'vitest';
import { isSameNumber } from './contact.ts';

const NUMBER = { phoneNumber: '+442079460881', national: '2079460881', written: [] };

it.each([
  ['+44 20 7946 0881', true],
  ['020 7946 0881', true],
  ['(20) 7946-0881', true],
  ['0044 20 7946 0881', true],
  ['442079460881', true],
  ['+1 207 946 0881', false],
  ['7946 0881', false],
  ['', false],
  ['ask Ada', false],
])('%j is recognized as the same number: %s', (written, isSame) => {
  expect(isSameNumber(written, NUMBER)).toBe(isSame);
});
