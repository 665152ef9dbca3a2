import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ago, type ClockReadings, readClock } from './clock-steps.ts';

const LEASE = 12_000;
const DAY = 86_400_000;

/** Reads the clock once a second, with `steps` between two readings. @returns the readings after the last second */
function readingsOf(steps: readonly number[], start = 1_000_000): { readings: ClockReadings; wall: number } {
  let readings: ClockReadings | null = null;
  let wall = start;
  for (const [second, step] of steps.entries()) {
    wall += step;
    readings = readClock(readings, second * 1_000, wall);
    wall += 1_000;
  }
  if (readings === null) throw new Error('no readings');
  return { readings, wall: wall - 1_000 };
}

it.each<[string, readonly number[], number]>([
  ['without a step', [0, 0, 0], 0],
  ['set ten minutes forward', [0, 0, 600_000], 600_000],
  ['set three days forward', [0, 0, 3 * DAY], 3 * DAY],
  ['set forward twice', [0, 600_000, 600_000], 1_200_000],
  ['set back an hour, so that later timestamps are lower', [0, 0, -3_600_000], 0],
  ['that only drifts', [0, 400, 400], 0],
])('ago() returns the right time with a clock %s', (_, steps, ahead) => {
  const { readings, wall } = readingsOf(steps);
  expect(ago(readings, readings.at, LEASE)).toBe(wall - ahead - LEASE);
});

it('a step is ignored once the requested period has passed', () => {
  const { readings, wall } = readingsOf([0, 0, 600_000, ...Array<number>(13).fill(0)]);
  expect(ago(readings, readings.at, LEASE)).toBe(wall - LEASE);
});

it('whatever the steps, everything stored within the period is later than the result of ago()', () => {
  const step = fc.oneof(fc.constant(0), fc.integer({ min: -DAY, max: DAY }));
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      const { readings } = readingsOf(steps);
      const since = ago(readings, readings.at, LEASE);
      let wall = 1_000_000;
      for (const [second, by] of steps.entries()) {
        wall += by;
        const isRecent = readings.at - second * 1_000 < LEASE;
        if (isRecent && Math.abs(by) >= 1_000) expect(wall).toBeGreaterThan(since - 1_000);
        wall += 1_000;
      }
    }),
  );
});
