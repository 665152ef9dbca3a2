/** Calendar days such as '2026-11-22', without a time zone. */
export type Day = string;

const DAY_MS = 86_400_000;

/** Days since 1970-01-01, or null if it isn't a calendar day. */
export function dayNumber(day: string): number | null {
  const [, y, m, d] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (y === undefined) return null;
  const month = Number(m);
  // Years start in March, so that a leap day is the last day of its year.
  const year = Number(y) - (month <= 2 ? 1 : 0);
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + Number(d) - 1;
  const number =
    365 * year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + dayOfYear - 719_468;
  return toDay(number) === day ? number : null;
}

export function isDay(day: string): boolean {
  return dayNumber(day) !== null;
}

const FORMAT = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'UTC',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const toDay = (number: number): Day => FORMAT.format(number * DAY_MS);

/** Its midnight in UTC, in ms since 1970: only for writing it in UTC. */
export const utcMidnight = (day: Day): number => (dayNumber(day) ?? 0) * DAY_MS;

export const addDays = (day: Day, days: number): Day => toDay((dayNumber(day) ?? 0) + days);

/** Both included. */
export const countDays = (from: Day, to: Day): number => (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0) + 1;

/** 1 (Monday) to 7. */
export const weekdayOf = (day: Day): number => (((((dayNumber(day) ?? 0) + 3) % 7) + 7) % 7) + 1;

export const startOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`;

/** The same day of the month before, or that month's last day. */
export function monthBefore(day: Day): Day {
  const last = addDays(startOfMonth(day), -1);
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return isDay(same) ? same : last;
}

/** The day in a time zone. @param at ms since 1970 @param timeZone IANA name */
export function dayIn(timeZone: string, at: number): Day {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);
}
