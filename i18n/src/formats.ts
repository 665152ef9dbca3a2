/** How numbers, dates and times are written. */

let tag = 'en-US';

/** @param next a BCP 47 tag */
export function setFormatLocale(next: string): void {
  tag = next;
}

/** The active BCP 47 tag. */
export function formatLocale(): string {
  return tag;
}

/** One `Intl` object for each set of options and locale: they are slow to create. */
function cached<Options, Format>(create: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>();
  return (name: string, options: Options): Format => {
    const locale = formatLocale();
    const key = `${locale} ${name}`;
    const format = formats.get(key) ?? create(locale, options);
    formats.set(key, format);
    return format;
  };
}

const dateTimeFormat = cached(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
const numberFormat = cached(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
const listFormat = cached((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
const displayNames = cached(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames([locale], options),
);
const collator = cached((locale, options: Intl.CollatorOptions) => new Intl.Collator(locale, options));

/** '3:04 PM' */
export function formatTime(at: Date | number): string {
  return dateTimeFormat('time', { hour: 'numeric', minute: '2-digit' }).format(at);
}

/** 'Thu 3:04 PM' */
export function formatWeekdayTime(at: Date | number): string {
  return dateTimeFormat('weekdayTime', { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(at);
}

/** 'Nov 17, 2026' @param timeZone an IANA name; without it, the reader's */
export function formatDate(at: Date | number, timeZone?: string): string {
  return dateTimeFormat(`date ${timeZone}`, {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone,
  }).format(at);
}

/** 'Nov 17, 2026, 3:04 PM' */
export function formatDateTime(at: Date | number): string {
  return dateTimeFormat('dateTime', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
}

/** 'Nov 17, 2026, 3:04:30 PM PST' */
export function formatExactDateTime(at: Date | number): string {
  return dateTimeFormat('exactDateTime', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(at);
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** '8 AM', '8:15 PM', '12 AM' for both midnights @param minute from midnight */
export function formatTimeOfDay(minute: number): string {
  return minute % 60 === 0
    ? dateTimeFormat('hour', { hour: 'numeric', timeZone: 'UTC' }).format(minute * MINUTE_MS)
    : formatExactTimeOfDay(minute);
}

/** '8:00 AM', '8:15 PM' @param minute from midnight */
export function formatExactTimeOfDay(minute: number): string {
  return dateTimeFormat('timeOfDay', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    minute * MINUTE_MS,
  );
}

/** 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** 'Monday' @param day 1 (Monday) to 7 */
export function formatWeekday(day: number): string {
  return dateTimeFormat('weekday', { weekday: 'long', timeZone: 'UTC' }).format(
    FIRST_MONDAY_MS + (day - 1) * DAY_MS,
  );
}

/** '1,200', '0.4' @param fractionDigits always so many */
export function formatNumber(value: number, fractionDigits = 0): string {
  return numberFormat(`number ${fractionDigits}`, {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(value);
}

/** '38%' @param share of 1 */
export function formatPercent(share: number): string {
  return numberFormat('percent', { style: 'percent' }).format(share);
}

/** 'a, b, c' */
export function formatList(items: readonly string[]): string {
  return listFormat('list', { type: 'unit', style: 'short' }).format(items);
}

/** The country's name. */
export function formatCountry(code: string): string {
  return displayNames('region', { type: 'region' }).of(code) ?? code;
}

/** For sorting by name. */
export function compareNames(a: string, b: string): number {
  return collator('names', {}).compare(a, b);
}
