import { describe, expect, test } from 'vitest';
import { moveInGrid, toHeat } from './heat.ts';

describe('calls by weekday and hour', () => {
  test('have five levels up to the highest cell, and one for none', () => {
    const calls = [0, 1, 19, 20, 21, 60, 80, 81, 100];
    const { rows, highest } = toHeat(
      calls.map((count, at) => ({ weekday: 2, hour: 8 + at, calls: count, contacted: 0 })),
    );
    expect(highest).toBe(100);
    expect(rows[1]?.slice(0, calls.length).map(({ level }) => level)).toEqual([0, 1, 1, 1, 2, 3, 4, 5, 5]);
    expect(rows[0]?.every(({ level }) => level === 0)).toBe(true);
  });

  test('show 8 AM to 8 PM, and earlier and later hours only with calls', () => {
    expect(toHeat([]).hours).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    const { hours, rows } = toHeat([
      { weekday: 7, hour: 6, calls: 1, contacted: 1 },
      { weekday: 1, hour: 0, calls: 0, contacted: 0 },
      { weekday: 1, hour: 23, calls: 2, contacted: 0 },
    ]);
    expect([hours[0], hours.at(-1)]).toEqual([6, 23]);
    expect(rows.map((row) => row.length)).toEqual(Array.from({ length: 7 }, () => 18));
    expect(rows[6]?.[0]).toEqual({ weekday: 7, hour: 6, calls: 1, contacted: 1, level: 3 });
  });
});

describe('a key in the grid', () => {
  const size = { rows: 7, columns: 12 };
  test.each([
    ['ArrowUp', [1, 5], [0, 5]],
    ['ArrowUp', [0, 5], [0, 5]],
    ['ArrowDown', [6, 5], [6, 5]],
    ['ArrowLeft', [2, 0], [2, 0]],
    ['ArrowRight', [2, 10], [2, 11]],
    ['ArrowRight', [2, 11], [2, 11]],
    ['Home', [2, 5], [2, 0]],
    ['End', [2, 5], [2, 11]],
  ] as const)('%s moves from %j to %j', (key, [row, column], [toRow, toColumn]) => {
    expect(moveInGrid(key, { row, column }, size)).toEqual({ row: toRow, column: toColumn });
  });

  test('with Ctrl, Home and End reach the first and last cell', () => {
    const whole = { toEdgeOfGrid: true };
    expect(moveInGrid('Home', { row: 3, column: 3 }, size, whole)).toEqual({ row: 0, column: 0 });
    expect(moveInGrid('End', { row: 3, column: 3 }, size, whole)).toEqual({ row: 6, column: 11 });
  });

  test('in a right-to-left page, the arrows follow the screen', () => {
    expect(moveInGrid('ArrowLeft', { row: 3, column: 3 }, size, { rightToLeft: true })).toEqual({
      row: 3,
      column: 4,
    });
  });

  test('that isn’t one of the grid does nothing', () => {
    expect(moveInGrid('a', { row: 3, column: 3 }, size)).toBeNull();
  });
});
