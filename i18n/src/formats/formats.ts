/** How numbers, dates and times are written. */
import {
  activeFormats,
  CLOCKS,
  DATE_ORDERS,
  type DateOrder,
  type Formats,
  setFormats,
} from './active-formats.ts';
import { computerTimeZone } from './time-zones.ts';

export { activeFormats, CLOCKS, DATE_ORDERS, type DateOrder, type Formats, setFormats };

/** IANA name of the time zone in which the reader sees times. */
export function readerZone({ timeZone } = activeFormats()): string {
  return timeZone ?? computerTimeZone();
}

/** The page's formats in another time zone. */
export function inZone(timeZone: string): Formats {
  return { ...activeFormats(), timeZone };
}

/** Tags and time zones come from requests, so there can be many. */
const MAX_CACHED = 500;

/** One `Intl` object for each locale and set of options: they are slow to create. */
function cached<Options, Format>(create: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>();
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const format = formats.get(key) ?? create(locale, options);
    if (formats.size >= MAX_CACHED) formats.clear();
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

/** Some versions of ICU put a narrow no-break space before AM, which some fonts lack. */
const write = (format: Intl.DateTimeFormat, at: Date | number) => format.format(at).replaceAll('\u202f', ' ');

const CLOCK_OPTIONS = {
  '12': { hour: 'numeric', hourCycle: 'h12' },
  '24': { hour: '2-digit', hourCycle: 'h23' },
} as const;

function clockFormat(
  { tag, timeZone, clock }: Formats,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const hour = clock === null ? ({ hour: 'numeric' } as const) : CLOCK_OPTIONS[clock];
  return dateTimeFormat(tag, { ...hour, ...options, timeZone });
}

/** '3:04 PM' */
export function formatTime(at: Date | number, formats = activeFormats()): string {
  return write(clockFormat(formats, { minute: '2-digit' }), at);
}

/** 'Thu 3:04 PM' */
export function formatWeekdayTime(at: Date | number, formats = activeFormats()): string {
  return write(clockFormat(formats, { weekday: 'short', minute: '2-digit' }), at);
}

/** 'Nov 17, 2026' */
export function formatDate(at: Date | number, formats = activeFormats()): string {
  return writeDate(at, formats, { month: 'short', day: 'numeric', year: 'numeric' });
}

/** 'Nov 17' */
export function formatDay(at: Date | number, formats = activeFormats()): string {
  return writeDate(at, formats, { month: 'short', day: 'numeric' });
}

function writeDate(
  at: Date | number,
  { tag, timeZone, dateOrder }: Formats,
  options: Intl.DateTimeFormatOptions,
): string {
  if (dateOrder === null) return dateTimeFormat(tag, { ...options, timeZone }).format(at);
  const digits = dateOrder === 'ymd' ? ({ month: '2-digit', day: '2-digit' } as const) : {};
  const parts = dateTimeFormat(tag, { ...options, ...digits, timeZone }).formatToParts(at);
  const of = (wanted: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value;
  const [year, month, day] = [of('year'), of('month'), of('day')];
  if (dateOrder === 'ymd') return [year, month, day].filter(Boolean).join('-');
  if (dateOrder === 'dmy') return [day, month, year].filter(Boolean).join(' ');
  return year === undefined ? `${month} ${day}` : `${month} ${day}, ${year}`;
}

export function numericDateOrder({ tag, dateOrder } = activeFormats()): DateOrder {
  if (dateOrder !== null) return dateOrder;
  const parts = dateTimeFormat(tag, { year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(0);
  const [first] = parts.filter(({ type }) => ['year', 'month', 'day'].includes(type));
  return first?.type === 'year' ? 'ymd' : first?.type === 'day' ? 'dmy' : 'mdy';
}

/** 'Nov 17, 2026, 3:04 PM' */
export function formatDateTime(at: Date | number, formats = activeFormats()): string {
  return `${formatDate(at, formats)}, ${formatTime(at, formats)}`;
}

/** '3:04 PM' today, 'Nov 17, 2026, 3:04 PM' on other days */
export function formatSince(at: number, now: number, formats = activeFormats()): string {
  const isToday = formatDate(at, formats) === formatDate(now, formats);
  return isToday ? formatTime(at, formats) : formatDateTime(at, formats);
}

/** 'Nov 17, 3:04 PM' */
export function formatDayTime(at: Date | number, formats = activeFormats()): string {
  return `${formatDay(at, formats)}, ${formatTime(at, formats)}`;
}

/** 'Nov 17, 2026, 3:04:30 PM PST' */
export function formatExactDateTime(at: Date | number, formats = activeFormats()): string {
  const time = clockFormat(formats, { minute: '2-digit', second: '2-digit', timeZoneName: 'short' });
  return `${formatDate(at, formats)}, ${write(time, at)}`;
}

/** Intl's short year-round name can be long: 'hora de Los Ángeles' where English has 'PT'. */
const MAX_ZONE_LETTERS = 5;

/** 'ET', or 'GMT+1' if the zone has no short year-round name. */
export function formatZone(timeZone: string, at: Date | number, formats = activeFormats()): string {
  return shortZone(timeZone, at, formats, 'short');
}

/** 'ET' or 'Central European Time': a name that is valid all year. */
export function formatYearRoundZone(timeZone: string, at: Date | number, formats = activeFormats()): string {
  return shortZone(timeZone, at, formats, 'longGeneric');
}

function shortZone(
  timeZone: string,
  at: Date | number,
  { tag }: Formats,
  otherwise: 'short' | 'longGeneric',
): string {
  // Intl calls it 'GMT+0'.
  if (isUtc(timeZone)) return 'UTC';
  const generic = zonePart(tag, timeZone, 'shortGeneric', at);
  return generic.length <= MAX_ZONE_LETTERS ? generic : zonePart(tag, timeZone, otherwise, at);
}

/**
 * The time zone, or null if it needs no label because the reader's setting and computer both use it.
 * @param timeZone defaults to the reader's setting
 * @param computerZone IANA name
 */
export function zoneToLabel(
  at: Date | number,
  timeZone = activeFormats().timeZone,
  formats = activeFormats(),
  computerZone = computerTimeZone(),
): string | null {
  const chosenZone = formats.timeZone ?? computerZone;
  const shown = timeZone ?? chosenZone;
  const isFamiliar = [chosenZone, computerZone].every((zone) => isSameZone(shown, zone, at));
  return isFamiliar ? null : shown;
}

/** '3:04 PM', or '3:04 PM ET' if the zone needs a label. @param text the time `at`, written in `timeZone` */
export function withZone(text: string, at: Date | number, timeZone = activeFormats().timeZone): string {
  const zone = zoneToLabel(at, timeZone);
  return zone === null ? text : `${text} ${formatZone(zone, at)}`;
}

/** The time zone's name for a heading over several times, or null if it needs no label. */
export function zoneForHeading(at: Date | number, timeZone = activeFormats().timeZone): string | null {
  const zone = zoneToLabel(at, timeZone);
  return zone && formatYearRoundZone(zone, at);
}

/** Whether two time zones have the same time and name at that moment, as America/Detroit and America/New_York do. */
export function isSameZone(a: string, b: string, at: Date | number): boolean {
  const key = (zone: string) => zonePart('en-US', zone, 'longGeneric', at);
  return a === b || (isUtc(a) && isUtc(b)) || key(a) === key(b);
}

function zonePart(
  tag: string,
  timeZone: string,
  style: 'short' | 'shortGeneric' | 'longGeneric',
  at: Date | number,
): string {
  const parts = dateTimeFormat(tag, { timeZone, timeZoneName: style }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** The place that a time zone is named after: 'New York', or 'Nueva York' in Spanish; there some have a country's name. */
export function formatPlace(timeZone: string, tag: string): string {
  // Intl names places only within time zone names, and in US locales it abbreviates them to 'ET'.
  const named = /^es\b/.test(tag) ? zonePart('es-419', timeZone, 'shortGeneric', 0) : '';
  return /^hora de (.+)$/.exec(named)?.[1] ?? timeZone.replace(/^.*\//, '').replaceAll('_', ' ');
}

const isUtc = (timeZone: string) => /^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal)$/.test(timeZone);

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** '8 AM', '8:15 PM', '12 AM' for both midnights; '08:00' on a 24-hour clock @param minute since midnight */
export function formatTimeOfDay(minute: number, formats = activeFormats()): string {
  const hour = clockFormat({ ...formats, timeZone: 'UTC' }, {});
  return minute % 60 === 0 && hour.resolvedOptions().hour12
    ? write(hour, minute * MINUTE_MS)
    : formatExactTimeOfDay(minute, formats);
}

/** '8:00 AM', '8:15 PM' @param minute since midnight */
export function formatExactTimeOfDay(minute: number, formats = activeFormats()): string {
  return formatTime(minute * MINUTE_MS, { ...formats, timeZone: 'UTC' });
}

/** 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** 'Monday' @param day 1 (Monday) to 7 */
export function formatWeekday(day: number): string {
  return dateTimeFormat(activeFormats().tag, { weekday: 'long', timeZone: 'UTC' }).format(
    FIRST_MONDAY_MS + (day - 1) * DAY_MS,
  );
}

/** '1,200', '0.4' @param fractionDigits exactly this many */
export function formatNumber(value: number, fractionDigits = 0): string {
  return numberFormat(activeFormats().tag, {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(value);
}

/** '38%' @param share 0 to 1 */
export function formatPercent(share: number): string {
  return numberFormat(activeFormats().tag, { style: 'percent' }).format(share);
}

/** '$1,200.50' @param currency ISO 4217 @param maxFractionDigits for prices below a cent */
export function formatMoney(value: number, currency: string, maxFractionDigits = 2): string {
  return numberFormat(activeFormats().tag, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: maxFractionDigits,
  }).format(value);
}

/** 'a, b, c' */
export function formatList(items: readonly string[]): string {
  return listFormat(activeFormats().tag, { type: 'unit', style: 'short' }).format(items);
}

/** The country's name. */
export function formatCountry(code: string): string {
  return displayNames(activeFormats().tag, { type: 'region' }).of(code) ?? code;
}

/** For sorting by name. */
export function compareNames(a: string, b: string): number {
  return collator(activeFormats().tag, {}).compare(a, b);
}
