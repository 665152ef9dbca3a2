import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alignedStart, coverHours, DAY, LEVELS, rangesOf } from './buckets.ts';

/** Monday, November 16, 2026, 00:00. */
const MONDAY = Date.UTC(2026, 10, 16) / 3_600_000;

it('a week begins on Monday', () => {
  expect(alignedStart(7 * DAY, MONDAY)).toBe(MONDAY);
  expect(alignedStart(7 * DAY, MONDAY + 6 * DAY + 23)).toBe(MONDAY);
  expect(alignedStart(7 * DAY, MONDAY - 1)).toBe(MONDAY - 7 * DAY);
});

it('a week from Tuesday is covered by days, and with the Monday by the week', () => {
  const cover = (lo: number, hi: number) =>
    coverHours({ lo, hi }, () => true).buckets.map(({ level }) => level);
  expect(cover(MONDAY, MONDAY + 7 * DAY)).toEqual([7 * DAY]);
  expect(cover(MONDAY + DAY, MONDAY + 8 * DAY)).toEqual([DAY, DAY, DAY, DAY, DAY, DAY, DAY]);
});

it('buckets and the rest cover each hour of a period once, and use only buckets that are ready', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.nat(1_500), fc.integer(), (from, length, salt) => {
      const range = { lo: MONDAY + from, hi: MONDAY + from + length };
      const isReady = ({ level, start }: { level: number; start: number }) =>
        (start * 31 + level * salt) % 3 !== 0;
      const { buckets, rest } = coverHours(range, isReady);
      expect(buckets.every(isReady)).toBe(true);
      const hours = [
        ...buckets.flatMap(({ level, start }) => Array.from({ length: level }, (_, n) => start + n)),
        ...rest.flatMap(({ lo, hi }) => Array.from({ length: hi - lo }, (_, n) => lo + n)),
      ];
      expect(hours.sort((a, b) => a - b)).toEqual(Array.from({ length }, (_, n) => range.lo + n));
    }),
  );
});

it('each level is a multiple of the one before', () => {
  expect(LEVELS.every((level, n) => level % (LEVELS[n - 1] ?? 1) === 0)).toBe(true);
});

it('hours in any order become the fewest ranges', () => {
  expect(rangesOf([5, 3, 4, 9])).toEqual([
    { lo: 3, hi: 6 },
    { lo: 9, hi: 10 },
  ]);
});
