import { GRID_MINUTES } from '@offhook/contract/weekly-schedule';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  copyDay,
  DAY,
  type DayPiece,
  movePiece,
  overlap,
  type Piece,
  removePiece,
  resizePiece,
  setTimes,
  splitByDay,
  suggestPiece,
  toDayPieces,
  toGridPieces,
  WEEK,
} from './schedule-grid.ts';

const at = (day: number, hour: number) => (day - 1) * DAY + hour * 60;
const piece = (day: number, from: number, hours: number): Piece => ({
  start: at(day, from),
  length: hours * 60,
});
const apiPiece = (day: number, from: number, to: number): DayPiece => ({ day, from: from * 60, to: to * 60 });

describe('a week read from the API', () => {
  const rows: readonly [string, readonly DayPiece[], readonly Piece[]][] = [
    ['has one piece', [apiPiece(1, 8, 12)], [piece(1, 8, 4)]],
    [
      'keeps two pieces that meet at noon',
      [apiPiece(1, 8, 12), apiPiece(1, 12, 18)],
      [piece(1, 8, 4), piece(1, 12, 6)],
    ],
    ['joins two pieces at midnight', [apiPiece(7, 0, 2), apiPiece(6, 22, 24)], [piece(6, 22, 4)]],
    ['keeps a piece past midnight as one', [apiPiece(6, 22, 2)], [piece(6, 22, 4)]],
    [
      'joins Sunday night and Monday morning',
      [apiPiece(1, 0, 6), apiPiece(1, 9, 17), apiPiece(7, 20, 24)],
      [piece(1, 9, 8), piece(7, 20, 10)],
    ],
    [
      'keeps full days separate',
      [apiPiece(1, 0, 24), apiPiece(2, 0, 24)],
      [piece(1, 0, 24), piece(2, 0, 24)],
    ],
    [
      "doesn't join pieces into more than a day",
      [apiPiece(1, 12, 24), apiPiece(2, 0, 13)],
      [piece(1, 12, 12), piece(2, 0, 13)],
    ],
  ];
  it.each(rows)('%s', (_title, pieces, expected) => {
    expect(toGridPieces(pieces)).toEqual(expected);
  });

  it("is split at midnight in the API's format", () => {
    expect(toDayPieces([piece(6, 22, 4)])).toEqual([apiPiece(6, 22, 24), apiPiece(7, 0, 2)]);
    expect(toDayPieces([piece(7, 22, 4)])).toEqual([apiPiece(1, 0, 2), apiPiece(7, 22, 24)]);
    expect(toDayPieces([piece(6, 22, 2)])).toEqual([apiPiece(6, 22, 24)]);
  });

  it('has one part for each day of a piece', () => {
    expect(splitByDay(piece(7, 22, 4))).toEqual([
      { ...apiPiece(7, 22, 24), continuesFromDayBefore: false, continuesNextDay: true },
      { ...apiPiece(1, 0, 2), continuesFromDayBefore: true, continuesNextDay: false },
    ]);
  });
});

describe('suggested new hours', () => {
  it.each<[string, readonly Piece[], Piece | null]>([
    ['are the office hours on an empty day', [], piece(3, 9, 8)],
    ['are the rest of the office hours', [piece(3, 8, 4)], piece(3, 12, 5)],
    ['are in the evening if the office hours are taken, never at night', [piece(3, 9, 8)], piece(3, 17, 4)],
    ['are before the office hours if the evening is taken', [piece(3, 8, 16)], piece(3, 4, 4)],
    ["don't overlap the night before", [piece(2, 22, 12), piece(3, 12, 12)], piece(3, 10, 2)],
    ['are null on a full day', [piece(3, 0, 24)], null],
  ])('%s', (_title, pieces, expected) => {
    expect(suggestPiece(pieces, 3)).toEqual(expected);
  });
});

describe('a moved piece', () => {
  const two = [piece(1, 8, 4), piece(1, 13, 5)];
  it('snaps to quarter hours', () => {
    expect(movePiece(two, 1, at(1, 14) + 8).pieces[1]).toEqual({ start: at(1, 14) + 15, length: 300 });
  });
  it('stops at its neighbor', () => {
    expect(movePiece(two, 0, at(1, 10))).toEqual({ pieces: [piece(1, 9, 4), piece(1, 13, 5)], index: 0 });
  });
  it("passes its neighbor when moved beyond the neighbor's middle", () => {
    expect(movePiece(two, 0, at(1, 17))).toEqual({ pieces: [piece(1, 13, 5), piece(1, 18, 4)], index: 1 });
  });
  it('moves to other days, and past the end of the week', () => {
    expect(movePiece(two, 0, at(8, 8) - DAY).pieces.at(-1)).toEqual(piece(7, 8, 4));
    expect(movePiece(two, 1, at(7, 22)).pieces.at(-1)).toEqual(piece(7, 22, 5));
    expect(movePiece([piece(7, 23, 2)], 0, WEEK + 60).pieces).toEqual([piece(1, 1, 2)]);
  });
});

describe('a resized piece', () => {
  const two = [piece(1, 8, 4), piece(1, 13, 5)];
  const rows: readonly [string, number, 'start' | 'end', number, Piece][] = [
    ['ends later', 1, 'end', 60, piece(1, 13, 6)],
    ['ends earlier', 1, 'end', -60, piece(1, 13, 4)],
    ['starts earlier, up to its neighbor', 1, 'start', -300, piece(1, 12, 6)],
    ['ends at its neighbor', 0, 'end', 300, piece(1, 8, 5)],
    ['starts later', 0, 'start', 30, piece(1, 8.5, 3.5)],
    ['keeps at least a quarter hour', 0, 'end', -1_000, piece(1, 8, 0.25)],
    ['runs past midnight', 1, 'end', 7 * 60, piece(1, 13, 12)],
    ['lasts at most a day', 1, 'end', 3_000, piece(1, 13, 24)],
  ];
  it.each(rows)('%s', (_title, index, edge, by, expected) => {
    const next = resizePiece(two, index, edge, by);
    expect(next.pieces[next.index]).toEqual(expected);
  });
});

describe('the times of a piece', () => {
  const two = [piece(1, 8, 4), piece(1, 13, 5)];
  it('can be set', () => {
    expect(setTimes(two, 0, apiPiece(2, 22, 6))).toEqual({
      pieces: [piece(1, 13, 5), piece(2, 22, 8)],
      index: 1,
    });
  });
  it.each([
    ['if they are equal', apiPiece(1, 9, 9), 'empty'],
    ['if they are off the quarter-hour grid', { day: 1, from: 500, to: 700 }, 'off-grid'],
    ['if they overlap another piece', apiPiece(1, 11, 14), 'overlap'],
  ])('are rejected %s', (_title, times, problem) => {
    expect(setTimes(two, 0, times)).toEqual({ problem });
  });
  it('may stay unchanged', () => {
    expect(setTimes(two, 0, apiPiece(1, 8, 12))).toEqual({ pieces: two, index: 0 });
  });
});

describe('a copied day', () => {
  it('replaces the pieces of the other days', () => {
    expect(copyDay([piece(1, 8, 4), piece(2, 20, 2)], 1, [1, 2, 3])).toEqual([
      piece(1, 8, 4),
      piece(2, 8, 4),
      piece(3, 8, 4),
    ]);
  });
  it('keeps an overnight piece that ends on a target day', () => {
    expect(copyDay([piece(1, 0, 6), piece(4, 22, 4)], 1, [5])).toEqual([piece(1, 0, 6), piece(4, 22, 4)]);
  });
});

describe('the week after any edits', () => {
  type Step = (pieces: readonly Piece[]) => readonly Piece[];
  const minutes = fc.integer({ min: -WEEK, max: WEEK });
  const index = fc.nat(8);
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.integer({ min: 1, max: 7 }).map(
      (day): Step =>
        (pieces) => {
          const suggested = suggestPiece(pieces, day);
          const [part] = suggested ? splitByDay(suggested) : [];
          if (!part) return pieces;
          const next = setTimes(pieces, null, part);
          expect(next).not.toHaveProperty('problem');
          return 'problem' in next ? pieces : next.pieces;
        },
    ),
    fc.tuple(index, minutes).map(
      ([n, by]): Step =>
        (pieces) =>
          movePiece(pieces, n, by).pieces,
    ),
    fc.tuple(index, fc.constantFrom('start' as const, 'end' as const), minutes).map(
      ([n, edge, by]): Step =>
        (pieces) =>
          resizePiece(pieces, n, edge, by).pieces,
    ),
    index.map(
      (n): Step =>
        (pieces) =>
          removePiece(pieces, n),
    ),
    fc.tuple(fc.integer({ min: 1, max: 7 }), fc.nat(95), fc.nat(96)).map(
      ([day, from, to]): Step =>
        (pieces) => {
          const next = setTimes(pieces, null, { day, from: from * GRID_MINUTES, to: to * GRID_MINUTES });
          return 'problem' in next ? pieces : next.pieces;
        },
    ),
    fc.tuple(fc.integer({ min: 1, max: 7 }), fc.subarray([1, 2, 3, 4, 5, 6, 7])).map(
      ([day, onto]): Step =>
        (pieces) =>
          copyDay(pieces, day, onto),
    ),
  );

  it("has sorted pieces on the grid without overlaps, and means the same in the API's format", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let pieces: readonly Piece[] = [];
        for (const next of steps) pieces = next(pieces);
        for (const [n, one] of pieces.entries()) {
          expect(one.start % GRID_MINUTES).toBe(0);
          expect(one.length % GRID_MINUTES).toBe(0);
          expect(one.start).toBeGreaterThanOrEqual(0);
          expect(one.start).toBeLessThan(WEEK);
          expect(one.length).toBeGreaterThanOrEqual(GRID_MINUTES);
          expect(one.length).toBeLessThanOrEqual(DAY);
          for (const other of pieces.slice(n + 1)) {
            expect(overlap(one, other)).toBe(false);
            expect(other.start).toBeGreaterThan(one.start);
          }
        }
        const dayPieces = toDayPieces(pieces);
        expect(toDayPieces(toGridPieces(dayPieces))).toEqual(dayPieces);
        expect(covered(toGridPieces(dayPieces))).toEqual(covered(pieces));
      }),
    );
  });

  it('has a moved piece exactly where it was dropped, at the same length, if that place is free', () => {
    fc.assert(
      fc.property(fc.nat(95), fc.integer({ min: 1, max: 96 }), minutes, (from, length, to) => {
        const one = { start: from * GRID_MINUTES, length: length * GRID_MINUTES };
        const expected = (((Math.round(to / GRID_MINUTES) * GRID_MINUTES) % WEEK) + WEEK) % WEEK;
        expect(movePiece([one], 0, to).pieces).toEqual([{ start: expected, length: one.length }]);
      }),
    );
  });
});

/** The quarter hours of the week that are covered. */
function covered(pieces: readonly Piece[]): readonly number[] {
  return pieces
    .flatMap(({ start, length }) =>
      Array.from({ length: length / GRID_MINUTES }, (_, n) => (start + n * GRID_MINUTES) % WEEK),
    )
    .sort((a, b) => a - b);
}
