import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsFor, DENSITIES, fitRoom, layOut, type Size } from './columns.ts';

const sizes = (...tiles: number[]): Size[] => tiles.map((count) => ({ tiles: count, overs: 0 }));
const spans = (all: readonly Size[], columns: number) =>
  layOut(all, columns, DENSITIES.normal).map((band) => band.spans);

describe('the dense board', () => {
  it.each([
    [358, 1],
    [559, 1],
    [588, 3],
    [748, 4],
    [999, 4],
    [1_020, 6],
    [1_180, 6],
    [1_660, 8],
  ])('has on a page of %i px %i columns', (width, columns) => {
    expect(columnsFor(width)).toBe(columns);
  });

  it.each<[string, Size[], number, number[][]]>([
    ['small neighbors share a row', sizes(4, 2), 6, [[4, 2]]],
    ['a large group has its own rows', sizes(4, 2, 42), 6, [[4, 2], [6]]],
    ['two groups share two rows', sizes(42, 6, 6), 6, [[6], [3, 3]]],
    ['the last group takes the rest', sizes(1, 2), 6, [[1, 5]]],
    ['one column stacks', sizes(2, 2), 1, [[1], [1]]],
    [
      'a head with limits is not cut off',
      [
        { tiles: 1, overs: 2 },
        { tiles: 9, overs: 1 },
      ],
      4,
      [[4], [4]],
    ],
  ])('fills its columns: %s', (_, all, columns, expected) => {
    expect(spans(all, columns)).toEqual(expected);
  });

  it('gives each group a place for each of its tiles, and fills each row’s width', () => {
    const size = fc.record({
      tiles: fc.integer({ min: 0, max: 120 }),
      overs: fc.integer({ min: 0, max: 2 }),
    });
    fc.assert(
      fc.property(fc.array(size, { maxLength: 9 }), fc.integer({ min: 1, max: 11 }), (all, columns) => {
        const bands = layOut(all, columns, DENSITIES.normal);
        expect(bands.flatMap((band) => band.spans)).toHaveLength(all.length);
        const places = bands.flatMap((band) => band.spans.map((span) => span * band.rows));
        for (const [at, { tiles }] of all.entries()) expect(places[at]).toBeGreaterThanOrEqual(tiles);
        for (const band of bands) expect(band.spans.reduce((sum, span) => sum + span, 0)).toBe(columns);
      }),
    );
  });

  it('shows 200 agents in a window of 1920 by 1080 px without scrolling', () => {
    const room = { width: 1_660, height: 914 };
    const whole = sizes(9, 7, 104, 18, 17, 43, 2);
    const { columns, density } = fitRoom({ ...room, sizes: whole });
    const { head, tile, gap } = DENSITIES[density];
    const rows = layOut(whole, columns, DENSITIES[density]);
    const height = rows.reduce((sum, band) => sum + head + band.rows * (tile + gap), 0);
    expect(height).toBeLessThanOrEqual(room.height);
  });

  it('keeps its tiles large while they fit, and shrinks them on a wide page alone', () => {
    const fitIn = (width: number, height: number, count: number) =>
      fitRoom({ width, height, sizes: sizes(count) });
    expect(fitIn(1_660, 914, 60)).toEqual({ columns: 8, density: 'normal' });
    expect(fitIn(1_660, 300, 400)).toEqual({ columns: 10, density: 'tight' });
    expect(fitIn(1_020, 300, 200)).toEqual({ columns: 6, density: 'normal' });
  });

  it('doesn’t change its columns back and forth with a single agent', () => {
    const room = (count: number) => ({ width: 1_660, height: 700, sizes: sizes(count) });
    let count = 100;
    while (fitRoom(room(count)).density === 'normal') count += 1;
    const tight = fitRoom(room(count));
    expect(fitRoom(room(count - 1))).not.toEqual(tight);
    expect(fitRoom(room(count - 1), tight)).toEqual(tight);
    expect(fitRoom(room(count - 30), tight)).toEqual({ columns: 8, density: 'normal' });
  });
});
