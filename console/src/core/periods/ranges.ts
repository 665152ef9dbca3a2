import {
  addDays,
  countDays,
  type Day,
  dayNumber,
  isDay,
  monthBefore,
  startOfMonth,
  weekdayOf,
} from './calendar.ts';

export const PRESETS = ['today', 'yesterday', 'week', 'lastWeek', 'month', 'lastMonth', 'last30'] as const;
export type Preset = (typeof PRESETS)[number];
export type RangeName = Preset | 'custom';

/** Both days included. */
export interface Range {
  readonly from: Day;
  readonly to: Day;
}

/** @param today in the account's time zone */
export function presetRange(preset: Preset, today: Day): Range {
  const monday = addDays(today, 1 - weekdayOf(today));
  const endOfLastMonth = addDays(startOfMonth(today), -1);
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'week':
      return { from: monday, to: today };
    case 'lastWeek':
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    case 'month':
      return { from: startOfMonth(today), to: today };
    case 'lastMonth':
      return { from: startOfMonth(endOfLastMonth), to: endOfLastMonth };
    case 'last30':
      return { from: addDays(today, -29), to: today };
    default:
      return preset satisfies never;
  }
}

/**
 * The period to compare with. A part of a week or month is compared with the same part of the one before, another range
 * with as many days before it.
 */
export function periodBefore(name: RangeName, { from, to }: Range): Range {
  switch (name) {
    case 'week':
      return { from: addDays(from, -7), to: addDays(to, -7) };
    case 'month':
      return { from: monthBefore(from), to: monthBefore(to) };
    case 'lastMonth': {
      const end = addDays(from, -1);
      return { from: startOfMonth(end), to: end };
    }
    default: {
      const days = countDays(from, to);
      return { from: addDays(from, -days), to: addDays(to, -days) };
    }
  }
}

/** The longest range that one report covers. */
export const MAX_RANGE_DAYS = 366;

export type RangeProblem = 'notADay' | 'backwards' | 'tooLong' | 'future';

export function rangeProblem(from: string, to: string, today: Day): RangeProblem | null {
  if (!isDay(from) || !isDay(to)) return 'notADay';
  if ((dayNumber(from) ?? 0) > (dayNumber(to) ?? 0)) return 'backwards';
  if ((dayNumber(from) ?? 0) > (dayNumber(today) ?? 0)) return 'future';
  return countDays(from, to) > MAX_RANGE_DAYS ? 'tooLong' : null;
}
