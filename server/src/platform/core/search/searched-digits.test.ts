import { expect, test } from 'vitest';
import { searchedDigits } from './searched-digits.ts';

test.each([
  ['(212) 555-0141', ['2125550141']],
  ['+1 212.555.0141', ['12125550141']],
  ['0044 20', ['004420', '4420']],
  ['(41', []],
  ['unit 415', []],
])('the text %j searches for numbers with one of %j', (search, digits) => {
  expect(searchedDigits(search)).toEqual(digits);
});
