/** Where the time comes from; a test brings its own. */
import * as steps from '../core/clock-steps.ts';

export interface Clock {
  /** Milliseconds since 1970: moments that are stored or shown. It can be set back, or forward. */
  now(): number;
  /** Milliseconds since an arbitrary moment: durations within this process. It is never set; `now` by default. */
  elapsed?(): number;
  /**
   * A moment such that whatever was stored in the last `ms` is later, also when the clock was set since; by default
   * `now` less `ms`.
   */
  ago?(ms: number): number;
}

export function createClock(wall: () => number, elapsed: () => number): Required<Clock> {
  let readings: steps.Readings | null = null;
  // Each call that asks for the time looks; the worker for effects asks once a second.
  const look = () => {
    const now = wall();
    readings = steps.look(readings, elapsed(), now);
    return { now, readings };
  };
  return {
    now: () => look().now,
    elapsed,
    ago: (ms) => {
      const { readings: seen } = look();
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
