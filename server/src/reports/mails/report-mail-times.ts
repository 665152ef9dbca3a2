/** When a report is sent by mail, and of which days. Times are local, so that clock changes don't move them. */
import type { ReportMailFrequency } from '@offhook/contract/console/report-mail-entities';
import { localTime } from '@offhook/contract/weekly-schedule';

export interface ReportMailTimes {
  readonly frequency: ReportMailFrequency;
  /** Since midnight. */
  readonly minute: number;
  /** IANA name */
  readonly timeZone: string;
}

/** Both days included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** No zone is further ahead of UTC. */
const MAX_OFFSET_MS = 15 * HOUR_MS;

/** The first time after this moment, in ms since 1970. */
export function nextTime(times: ReportMailTimes, at: number): number {
  let day = firstDay(times.frequency, dayBefore(localTime(times.timeZone, at).date));
  let due = dueTime(times, day);
  while (due <= at) {
    day = nextDay(times.frequency, day);
    due = dueTime(times, day);
  }
  return due;
}

/** The last time until this moment. */
export function lastTime(times: ReportMailTimes, at: number): number {
  let day = firstDay(times.frequency, addDays(localTime(times.timeZone, at).date, 1));
  let due = dueTime(times, day);
  while (due > at) {
    day = firstDay(times.frequency, dayBefore(day));
    due = dueTime(times, day);
  }
  return due;
}

/** The days of the mail, and those that it is compared with: the day, week or month before. */
export function reportDays(
  { frequency, timeZone }: Pick<ReportMailTimes, 'frequency' | 'timeZone'>,
  at: number,
): { readonly days: Days; readonly before: Days } {
  const end = firstDay(frequency, localTime(timeZone, at).date);
  const period = (after: string): Days => {
    const to = dayBefore(after);
    return { from: firstDay(frequency, to), to };
  };
  const days = period(end);
  return { days, before: period(days.from) };
}

/** Where clocks skip the minute, the first one after it; where they repeat it, the first time. */
function dueTime({ minute, timeZone }: ReportMailTimes, day: string): number {
  const local = Date.parse(day) + minute * MINUTE_MS;
  let at = local - MAX_OFFSET_MS;
  while (readClock(timeZone, at) < local) at += QUARTER_MS;
  return at;
}

/** The local time, as if it were UTC. */
function readClock(timeZone: string, at: number): number {
  const { date, minute } = localTime(timeZone, at);
  return Date.parse(date) + minute * MINUTE_MS;
}

/** The day on which the period of this day begins. */
function firstDay(frequency: ReportMailFrequency, day: string): string {
  switch (frequency) {
    case 'daily':
      return day;
    case 'weekly':
      return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
    case 'monthly':
      return `${day.slice(0, 'YYYY-MM'.length)}-01`;
    default:
      return frequency satisfies never;
  }
}

const LONGEST_DAYS = { daily: 1, weekly: 7, monthly: 31 } as const;

/** @param day the first of a period */
const nextDay = (frequency: ReportMailFrequency, day: string): string =>
  firstDay(frequency, addDays(day, LONGEST_DAYS[frequency]));

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

const dayBefore = (day: string): string => addDays(day, -1);
