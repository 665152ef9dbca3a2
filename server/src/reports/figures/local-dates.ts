import { DAY, type HourRange } from './core/buckets.ts';

const HOUR_MS = 3_600_000;

/** Local hours of these dates. @param to included */
export function hoursOf(from: string, to: string): HourRange {
  return { lo: Date.parse(from) / HOUR_MS, hi: Date.parse(to) / HOUR_MS + DAY };
}

export function dateOf(hour: number): string {
  return new Date(hour * HOUR_MS).toISOString().slice(0, 10);
}
