/** Where the time comes from; a test brings its own. */
export interface Clock {
  /** Milliseconds since 1970: moments that are stored or shown. It can be set back. */
  now(): number;
  /** Milliseconds since an arbitrary moment: durations within this process. It is never set back; `now` by default. */
  elapsed?(): number;
}

export const systemClock: Required<Clock> = { now: () => Date.now(), elapsed: () => performance.now() };

export function elapsed(clock: Clock): number {
  return clock.elapsed?.() ?? clock.now();
}
