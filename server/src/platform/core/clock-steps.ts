/**
 * What the wall clock said in the past of this process. It may be stepped: set by hand, or by a machine that slept. What
 * was stored before a step is then older or younger by the step than it says; what counts is the time that has passed.
 */
export interface Readings {
  /** The wall clock less the elapsed time. */
  readonly offset: number;
  /** Elapsed time of the last look. */
  readonly at: number;
  /** What it was before each step, until when. */
  readonly former: readonly { readonly offset: number; readonly until: number }[];
}

/** Smaller ones are the clock's own drift, and are corrected in passing. */
const STEP_MS = 1_000;
/** Longer than anything asks back. */
const KEPT_MS = 600_000;

export function look(readings: Readings | null, elapsed: number, wall: number): Readings {
  const offset = wall - elapsed;
  if (readings === null) return { offset, at: elapsed, former: [] };
  const former = readings.former.filter(({ until }) => until > elapsed - KEPT_MS);
  const isStep = Math.abs(offset - readings.offset) >= STEP_MS;
  if (isStep) former.push({ offset: readings.offset, until: readings.at });
  return { offset, at: elapsed, former };
}

/** @returns a moment by the wall clock: whatever was stored in the last `ms` has a later one, also across a step */
export function ago({ offset, former }: Readings, elapsed: number, ms: number): number {
  const then = elapsed - ms;
  const offsets = former.filter(({ until }) => until > then).map((one) => one.offset);
  return then + Math.min(offset, ...offsets);
}
