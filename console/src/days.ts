/** Calendar days: bounds in a time zone, parsing and formatting. A day is a string such as '2026-11-22', or '' for none. */
import type { DateOrder } from '@offhook/i18n/formats';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** From the start of one day to the end of another, as the API takes it. @param timeZone IANA name */
export function dayBounds(
  from: string,
  to: string,
  timeZone: string,
): { readonly from?: string; readonly to?: string } {
  const first = startOfDay(from, 0, timeZone);
  const last = startOfDay(to, 1, timeZone);
  return { ...(first !== null && { from: first }), ...(last !== null && { to: last }) };
}

/** Searches for the first minute of the day: a clock change may skip midnight. @param daysLater days after `day` */
function startOfDay(day: string, daysLater: number, timeZone: string): string | null {
  const midnight = midnightUtc(day);
  if (midnight === null) return null;
  const target = midnight + daysLater * 24 * HOUR_MS;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  // No zone is more than 16 hours from UTC.
  let before = target - 16 * HOUR_MS;
  let after = target + 16 * HOUR_MS;
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if ((midnightUtc(format.format(middle)) ?? 0) < target) before = middle;
    else after = middle;
  }
  return new Date(after).toISOString();
}

/** @returns null if it isn't a calendar day */
function midnightUtc(day: string): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const at = Date.UTC(Number(year), Number(month) - 1, Number(date));
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? null : at;
}

const SEPARATORS: Readonly<Record<DateOrder, string>> = { mdy: '/', dmy: '/', ymd: '-' };

/** '11/17/2026', '17/11/2026', '2026-11-17' */
export function formatNumericDay(day: string, order: DateOrder): string {
  const [y = '', m = '', d = ''] = day.split('-');
  const parts = { y, m, d };
  return day && [...order].map((part) => parts[part as 'y']).join(SEPARATORS[order]);
}

/**
 * Accepts any separators, two-digit years and, in every order, year-first dates.
 * @returns null if it isn't a day
 */
export function parseDay(typed: string, order: DateOrder): string | null {
  const numbers = typed.match(/\d+/g) ?? [];
  const read = numbers[0]?.length === 4 ? 'ymd' : order;
  const part = (name: string) => numbers[read.indexOf(name)] ?? '';
  const year = part('y').length === 2 && read !== 'ymd' ? `20${part('y')}` : part('y');
  const day = `${year}-${part('m').padStart(2, '0')}-${part('d').padStart(2, '0')}`;
  return numbers.length === 3 && midnightUtc(day) !== null ? day : null;
}
