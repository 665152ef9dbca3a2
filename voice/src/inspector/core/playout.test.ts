import { expect, test } from 'vitest';
import { nextSlot } from './playout.ts';

/** @param arrivals of the frames, in seconds */
function play(arrivals: readonly number[]): readonly (number | null)[] {
  let nextAt = 0;
  return arrivals.map((now) => {
    const slot = nextSlot(nextAt, now);
    nextAt = slot.nextAt;
    return slot.startAt === null ? null : Math.round(slot.startAt * 1_000);
  });
}

test.each<[string, readonly number[], readonly (number | null)[]]>([
  ['frames on time join each other', [1, 1.02, 1.04], [1120, 1140, 1160]],
  ['late frames are still in time', [1, 1.1, 1.13, 1.14], [1120, 1140, 1160, 1180]],
  ['playing starts again after a gap', [1, 1.02, 3, 3.02], [1120, 1140, 3120, 3140]],
])('%s', (_name, arrivals, expected) => {
  expect(play(arrivals)).toEqual(expected);
});

test('frames of a burst that would be heard too late are left out', () => {
  const starts = play(Array.from({ length: 60 }, () => 1));
  expect(starts.filter((start) => start === null).length).toBeGreaterThan(35);
  expect(Math.max(...starts.map((start) => start ?? 0))).toBeLessThanOrEqual(1_520);
});

test('a frame starts on a sample', () => {
  const { startAt } = nextSlot(0, 1.000_03);
  expect(((startAt ?? 0) * 8_000) % 1).toBeCloseTo(0, 6);
});
