import { expect, it } from 'vitest';
import { moveUp } from './move-up.ts';

it('moves a row up, except the first', () => {
  const rows = ['one', 'two', 'three'];
  expect(moveUp(rows, 1)).toEqual(['two', 'one', 'three']);
  expect(moveUp(rows, 0)).toEqual(rows);
});
