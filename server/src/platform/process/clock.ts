import * as steps from '../core/health/clock-steps.ts';

export interface Clock {
  /** In ms since 1970, for stored or displayed times. It can jump in both directions. */
  now(): number;
  /** Monotonic, in ms, for durations within this process. Defaults to `now`. */
  elapsed?(): number;
  /** A time before everything stored in the last `ms`, even if the clock was set. Defaults to `now` minus `ms`. */
  ago?(ms: number): number;
}

export function createClock(wall: () => number, elapsed: () => number): Required<Clock> {
  let readings: steps.ClockReadings | null = null;
  // The effects worker calls once a second, so a step is noticed.
  const recordReading = () => {
    const now = wall();
    readings = steps.readClock(readings, elapsed(), now);
    return { now, readings };
  };
  return {
    now: () => recordReading().now,
    elapsed,
    ago: (ms) => {
      const { readings: seen } = recordReading();
      return steps.ago(seen, seen.at, ms);
    },
  };
}

export const systemClock: Required<Clock> = createClock(
  () => Date.now(),
  () => performance.now(),
);

export function elapsed(clock: Clock): number {
  return clock.elapsed?.() ?? clock.now();
}

export function ago(clock: Clock, ms: number): number {
  return clock.ago?.(ms) ?? clock.now() - ms;
}
