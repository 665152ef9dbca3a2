import { expect, it } from 'vitest';
import { findRows } from './find-rows.ts';

const NUMBERS = [
  '(415) 555-0199 Main line Sales',
  '(415) 555-0197 Peñalosa Support',
  '+44 20 7946 0958 London Sales',
];

it.each<[search: string, found: readonly number[]]>([
  ['', [0, 1, 2]],
  ['  ', [0, 1, 2]],
  ['sales', [0, 2]],
  ['SALES main', [0]],
  ['penalosa', [1]],
  ['4155550197', [1]],
  ['(415) 555', [0, 1]],
  ['7946', [2]],
  ['nothing', []],
])('the search ‘%s’ finds the rows %j', (search, found) => {
  expect(findRows(NUMBERS, (text) => text, search)).toEqual(found.map((index) => NUMBERS[index]));
});
