/** Local hours since 1970 in the account's time zone; `hi` is excluded. */
export interface HourRange {
  readonly lo: number;
  readonly hi: number;
}

export interface Bucket {
  readonly level: number;
  readonly start: number;
}

export const HOUR = 1;
export const DAY = 24;
const WEEK = 7 * DAY;
/** Lengths in hours, each a multiple of the one before. */
export const LEVELS = [HOUR, DAY, WEEK, 4 * WEEK] as const;
/** 1970 began on a Thursday, and weeks begin on Monday. */
const FIRST_MONDAY = 4 * DAY;

/** The bucket of this level with the hour. */
export function alignedStart(level: number, hour: number): number {
  const offset = level <= DAY ? 0 : FIRST_MONDAY;
  return Math.floor((hour - offset) / level) * level + offset;
}

export interface Cover {
  readonly buckets: readonly Bucket[];
  /** Hours without a bucket. */
  readonly rest: readonly HourRange[];
}

/** The fewest buckets for these hours. */
export function coverHours(range: HourRange, isReady: (bucket: Bucket) => boolean): Cover {
  const buckets: Bucket[] = [];
  const rest: { lo: number; hi: number }[] = [];
  let hour = range.lo;
  while (hour < range.hi) {
    const start = hour;
    const level = LEVELS.findLast(
      (one) =>
        alignedStart(one, start) === start && start + one <= range.hi && isReady({ level: one, start }),
    );
    const last = rest.at(-1);
    if (level !== undefined) buckets.push({ level, start });
    else if (last?.hi === start) last.hi += HOUR;
    else rest.push({ lo: start, hi: start + HOUR });
    hour += level ?? HOUR;
  }
  return { buckets, rest };
}

export function rangesOf(hours: readonly number[]): readonly HourRange[] {
  const ranges: { lo: number; hi: number }[] = [];
  for (const hour of hours.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.hi === hour) last.hi += HOUR;
    else ranges.push({ lo: hour, hi: hour + HOUR });
  }
  return ranges;
}
