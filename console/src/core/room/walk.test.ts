import { expect, it } from 'vitest';
import { walkTo } from './walk.ts';

/** Four tiles in a row, then a group of three columns beside one of one. */
const boxes = [0, 100, 200, 300, 0, 100, 300].map((left, at) => ({
  left,
  right: left + 90,
  top: at < 4 ? 0 : 60,
}));

it.each<[string, number, string, number | null]>([
  ['right', 0, 'ArrowRight', 1],
  ['right, to the next row', 3, 'ArrowRight', 4],
  ['right, at the end', 6, 'ArrowRight', null],
  ['left', 1, 'ArrowLeft', 0],
  ['down', 1, 'ArrowDown', 5],
  ['down, to the nearest', 2, 'ArrowDown', 5],
  ['down, from the last row', 5, 'ArrowDown', null],
  ['up', 6, 'ArrowUp', 3],
  ['to the first', 5, 'Home', 0],
  ['to the last', 1, 'End', 6],
  ['nowhere with another key', 1, 'a', null],
])('an arrow walks the tiles: %s', (_, at, key, to) => {
  expect(walkTo(boxes, at, key, false)).toBe(to);
});

it('the left arrow leads to the next tile in right-to-left text', () => {
  expect(walkTo(boxes, 0, 'ArrowLeft', true)).toBe(1);
});
