import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Formats,
  formatCountry,
  formatDate,
  formatDateTime,
  formatDayTime,
  formatExactDateTime,
  formatExactTimeOfDay,
  formatList,
  formatNumber,
  formatPercent,
  formatPlace,
  formatSince,
  formatTime,
  formatTimeOfDay,
  formatWeekday,
  formatWeekdayTime,
  formatYearRoundZone,
  formatZone,
  numericDateOrder,
  readerZone,
  withZone,
  zoneForHeading,
  zoneToLabel,
} from './formats.ts';

test.each([
  [0, '12 AM', '12:00 AM'],
  [15, '12:15 AM', '12:15 AM'],
  [720, '12 PM', '12:00 PM'],
  [1215, '8:15 PM', '8:15 PM'],
  [1440, '12 AM', '12:00 AM'],
])('minute %i of the day is written as %s, or exactly as %s', (minute, short, exact) => {
  expect(formatTimeOfDay(minute)).toBe(short);
  expect(formatExactTimeOfDay(minute)).toBe(exact);
});

test.each([
  ['America/New_York', 'New York', 'Nueva York'],
  ['America/Los_Angeles', 'Los Angeles', 'Los Ángeles'],
  ['America/Mexico_City', 'Mexico City', 'Ciudad de México'],
  ['America/Sao_Paulo', 'Sao Paulo', 'São Paulo'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires', 'Buenos Aires'],
  ['UTC', 'UTC', 'UTC'],
])('the place of %s is named %s in English and %s in Spanish', (zone, english, spanish) => {
  const names = ['en-US', 'es-US', 'es-MX'].map((tag) => formatPlace(zone, tag));
  expect(names).toEqual([english, spanish, spanish]);
});

test('weekdays, numbers, lists and countries are written in English', () => {
  expect([1, 7].map(formatWeekday)).toEqual(['Monday', 'Sunday']);
  expect([formatNumber(4100), formatNumber(0.42, 1), formatPercent(0.376)]).toEqual(['4,100', '0.4', '38%']);
  expect([formatList(['a', 'b', 'c']), formatList([])]).toEqual(['a, b, c', '']);
  expect(formatCountry('DE')).toBe('Germany');
});

/** 11:04:30 PM on November 17 in Los Angeles, 2:04 AM on the 18th in New York. */
const AT = Date.UTC(2026, 10, 18, 7, 4, 30);
const baseFormats: Formats = { tag: 'en-US', timeZone: 'America/Los_Angeles', clock: null, dateOrder: null };

test.each<[sentence: string, Partial<Formats>, dateTime: string, dayTime: string]>([
  ['in English by default', {}, 'Nov 17, 2026, 11:04 PM', 'Nov 17, 11:04 PM'],
  ['in British English by default', { tag: 'en-GB' }, '17 Nov 2026, 23:04', '17 Nov, 23:04'],
  ['in Spanish by default', { tag: 'es-US' }, '17 nov 2026, 11:04 p.m.', '17 nov, 11:04 p.m.'],
  ['on a 24-hour clock', { clock: '24' }, 'Nov 17, 2026, 23:04', 'Nov 17, 23:04'],
  ['on a 12-hour clock', { tag: 'en-GB', clock: '12' }, '17 Nov 2026, 11:04 pm', '17 Nov, 11:04 pm'],
  [
    'on a 12-hour clock in Spain',
    { tag: 'es-ES', clock: '12' },
    '17 nov 2026, 11:04 p. m.',
    '17 nov, 11:04 p. m.',
  ],
  ['with the month first', { tag: 'en-GB', dateOrder: 'mdy' }, 'Nov 17, 2026, 23:04', 'Nov 17, 23:04'],
  [
    'with the month first in Spanish',
    { tag: 'es-US', dateOrder: 'mdy' },
    'nov 17, 2026, 11:04 p.m.',
    'nov 17, 11:04 p.m.',
  ],
  ['with the day first', { dateOrder: 'dmy' }, '17 Nov 2026, 11:04 PM', '17 Nov, 11:04 PM'],
  ['with the year first', { dateOrder: 'ymd' }, '2026-11-17, 11:04 PM', '11-17, 11:04 PM'],
  [
    'with the year first in Spanish',
    { tag: 'es-MX', dateOrder: 'ymd', clock: '24' },
    '2026-11-17, 23:04',
    '11-17, 23:04',
  ],
  [
    'in another time zone',
    { timeZone: 'America/New_York', clock: '24' },
    'Nov 18, 2026, 02:04',
    'Nov 18, 02:04',
  ],
])('a moment is written %s', (_title, change, dateTime, dayTime) => {
  const formats = { ...baseFormats, ...change };
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  expect(plain(formatDateTime(AT, formats))).toBe(dateTime);
  expect(plain(formatDayTime(AT, formats))).toBe(dayTime);
  expect(dateTime).toBe(plain(`${formatDate(AT, formats)}, ${formatTime(AT, formats)}`));
});

test.each<[title: string, now: number, change: Partial<Formats>, since: string]>([
  ['on the same day', Date.UTC(2026, 10, 18, 7, 59), {}, '11:04 PM'],
  ['after midnight', Date.UTC(2026, 10, 18, 8, 1), {}, 'Nov 17, 2026, 11:04 PM'],
  ['where it is still that day', Date.UTC(2026, 10, 18, 8, 1), { timeZone: 'America/New_York' }, '2:04 AM'],
  ['a year later', Date.UTC(2027, 10, 18, 7, 30), { clock: '24' }, 'Nov 17, 2026, 23:04'],
  ['before it, by a clock that is behind', Date.UTC(2026, 10, 18, 7, 4, 29), {}, '11:04 PM'],
])('the start of a state is written with its day unless that is today: %s', (_title, now, change, since) => {
  expect(formatSince(AT, now, { ...baseFormats, ...change })).toBe(since);
});

test('without a chosen clock or date order, a moment is written as Intl writes it', () => {
  const tag = fc.constantFrom('en-US', 'en-GB', 'en-CA', 'en-AU', 'es-US', 'es-MX', 'es-ES', 'es-AR');
  const timeZone = fc.constantFrom('America/New_York', 'Asia/Kolkata', 'UTC');
  const at = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const day = { month: 'short', day: 'numeric' } as const;
  const exact = { ...time, second: '2-digit', timeZoneName: 'short' } as const;
  fc.assert(
    fc.property(tag, timeZone, at, (tag, timeZone, at) => {
      const formats: Formats = { tag, timeZone, clock: null, dateOrder: null };
      const intl = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(tag, { ...options, timeZone }).format(at).replaceAll('\u202f', ' ');
      expect(formatDayTime(at, formats)).toBe(intl({ ...day, ...time }));
      expect(formatDateTime(at, formats)).toBe(intl({ ...day, year: 'numeric', ...time }));
      expect(formatExactDateTime(at, formats)).toBe(intl({ ...day, year: 'numeric', ...exact }));
      expect(formatWeekdayTime(at, formats)).toBe(intl({ weekday: 'short', ...time }));
    }),
  );
});

test('a 24-hour clock writes whole hours with minutes, and midnight as 00:00', () => {
  const formats: Formats = { ...baseFormats, clock: '24' };
  expect([0, 480, 1440].map((minute) => formatTimeOfDay(minute, formats))).toEqual([
    '00:00',
    '08:00',
    '00:00',
  ]);
  expect(formatTimeOfDay(480, { ...baseFormats, tag: 'en-GB' })).toBe('8:00');
  expect(formatExactDateTime(AT, formats)).toBe('Nov 17, 2026, 23:04:30 PST');
  expect(formatWeekdayTime(AT, formats)).toBe('Tue 23:04');
});

test.each([
  ['America/Los_Angeles', ['PT', 'PT', 'GMT-8'], ['PT', 'PT', 'hora del Pacífico']],
  ['America/New_York', ['ET', 'ET', 'GMT-5'], ['ET', 'ET', 'hora oriental']],
  [
    'Europe/Berlin',
    ['GMT+1', 'GMT+1', 'GMT+1'],
    ['Central European Time', 'hora de Europa central', 'hora de Europa central'],
  ],
  ['America/Mexico_City', ['CST', 'CST', 'GMT-6'], ['CST', 'CST', 'hora estándar central']],
  ['UTC', ['UTC', 'UTC', 'UTC'], ['UTC', 'UTC', 'UTC']],
])('the time zone %s is called %j next to a time and %j in a heading', (timeZone, inline, heading) => {
  const tags = ['en-US', 'es-US', 'es-MX'];
  expect(tags.map((tag) => formatZone(timeZone, AT, { ...baseFormats, tag }))).toEqual(inline);
  expect(tags.map((tag) => formatYearRoundZone(timeZone, AT, { ...baseFormats, tag }))).toEqual(heading);
});

test('a time zone without a short name is labeled with its UTC offset at that moment', () => {
  const summer = Date.UTC(2026, 6, 1);
  expect(formatZone('Europe/Berlin', summer, baseFormats)).toBe('GMT+2');
  expect(formatYearRoundZone('Europe/Berlin', summer, baseFormats)).toBe('Central European Time');
});

const NEW_YORK = 'America/New_York';
const LOS_ANGELES = 'America/Los_Angeles';

test.each<[string, time: string | undefined, setting: string | undefined, computer: string, string | null]>([
  ['empty if the reader and the computer use the same zone', undefined, LOS_ANGELES, LOS_ANGELES, null],
  ['empty without a setting', undefined, undefined, NEW_YORK, null],
  ['the reader’s zone if the computer uses another', undefined, LOS_ANGELES, NEW_YORK, LOS_ANGELES],
  [
    'the time’s zone if the reader and the computer use another',
    NEW_YORK,
    LOS_ANGELES,
    LOS_ANGELES,
    NEW_YORK,
  ],
  ['the computer’s zone if the reader uses another', NEW_YORK, LOS_ANGELES, NEW_YORK, NEW_YORK],
  ['empty for a zone with the same name', 'America/Detroit', NEW_YORK, NEW_YORK, null],
  [
    'the time’s zone if it has the same time but another name',
    'America/Phoenix',
    'America/Denver',
    'America/Denver',
    'America/Phoenix',
  ],
])('the zone label of a time is %s', (_title, time, setting, computer, expected) => {
  expect(zoneToLabel(AT, time ?? setting, { ...baseFormats, timeZone: setting }, computer)).toBe(expected);
});

test('another zone is abbreviated next to a time and spelled out in a heading', () => {
  expect(withZone('8:04 AM', AT, 'Europe/Berlin')).toBe('8:04 AM GMT+1');
  expect(zoneForHeading(AT, 'Europe/Berlin')).toBe('Central European Time');
  expect([withZone('7:04 AM', AT, readerZone()), zoneForHeading(AT, readerZone())]).toEqual([
    '7:04 AM',
    null,
  ]);
});

test.each([
  ['en-US', null, 'mdy'],
  ['en-GB', null, 'dmy'],
  ['en-CA', null, 'ymd'],
  ['es-US', null, 'dmy'],
  ['en-US', 'ymd', 'ymd'],
] as const)('numeric dates in %s with the setting %s have the order %s', (tag, dateOrder, expected) => {
  expect(numericDateOrder({ ...baseFormats, tag, dateOrder })).toBe(expected);
});
