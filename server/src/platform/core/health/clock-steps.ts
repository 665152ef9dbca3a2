/**
 * The wall clock may be stepped: set by hand, or after a suspend. Timestamps stored before a step are wrong by the size
 * of the step, so comparisons here use elapsed time instead.
 */
export interface ClockReadings {
  /** Wall clock minus elapsed time. */
  readonly offset: number;
  readonly at: number;
  readonly earlierOffsets: readonly { readonly offset: number; readonly until: number }[];
}

/** Smaller differences are drift, which the offset follows. */
const STEP_MS = 1_000;
/** Longer than any caller looks back. */
const RETENTION_MS = 600_000;

export function readClock(readings: ClockReadings | null, elapsed: number, wall: number): ClockReadings {
  const offset = wall - elapsed;
  if (readings === null) return { offset, at: elapsed, earlierOffsets: [] };
  const former = readings.earlierOffsets.filter(({ until }) => until > elapsed - RETENTION_MS);
  const isStep = Math.abs(offset - readings.offset) >= STEP_MS;
  if (isStep) former.push({ offset: readings.offset, until: readings.at });
  return { offset, at: elapsed, earlierOffsets: former };
}

/** A wall clock time no later than anything stored within the last `ms`, even across a step. */
export function ago({ offset, earlierOffsets: former }: ClockReadings, elapsed: number, ms: number): number {
  const since = elapsed - ms;
  const offsets = former.filter(({ until }) => until > since).map((one) => one.offset);
  return since + Math.min(offset, ...offsets);
}
