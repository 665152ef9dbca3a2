import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { activeFormats, setFormats } from '@offhook/i18n/formats';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextClockChange, nextHoliday, offsetText, openingAt, openingText, weekText } from './open-hours.ts';
import { toGridPieces } from './schedule-grid.ts';

const week: WeeklySchedule = {
  time_zone: 'America/Los_Angeles',
  pieces: [
    { day: 1, from: 480, to: 720 },
    { day: 1, from: 780, to: 1080 },
    { day: 6, from: 1320, to: 1440 },
    { day: 7, from: 0, to: 120 },
  ],
};
const moment = (text: string) => Date.parse(text);
const defaults = activeFormats();

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
});
afterEach(() => {
  vi.unstubAllEnvs();
  setFormats(defaults);
});

describe('the text beside the schedule', () => {
  // 2026-11-02 is a Monday. In Los Angeles, clocks went back on the day before and go forward on 2027-03-14.
  const rows: readonly [string, WeeklySchedule | null, string, string][] = [
    ['without a schedule', null, '2026-11-02T03:00:00-08:00', 'Always open'],
    ['for an empty schedule', { ...week, pieces: [] }, '2026-11-02T03:00:00-08:00', 'Never open'],
    [
      'for a schedule that covers the whole week',
      { ...week, pieces: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, to: 1440 })) },
      '2026-11-02T03:00:00-08:00',
      'Always open',
    ],
    ['within hours', week, '2026-11-02T16:59:59-08:00', 'Open until 6:00 PM'],
    ['at the end of hours', week, '2026-11-02T12:00:00-08:00', 'Closed, opens 1:00 PM'],
    ['days before the next hours', week, '2026-11-02T18:00:00-08:00', 'Closed, opens Saturday 10:00 PM'],
    ['before midnight of an overnight piece', week, '2026-11-07T23:00:00-08:00', 'Open until Sunday 2:00 AM'],
    ['after midnight of an overnight piece', week, '2026-11-08T01:00:00-08:00', 'Open until 2:00 AM'],
    [
      'a week before it opens again',
      { ...week, pieces: [{ day: 1, from: 480, to: 495 }] },
      '2026-11-02T08:15:00-08:00',
      'Closed, opens Monday 8:00 AM',
    ],
    [
      'in another time zone',
      { ...week, time_zone: 'Asia/Kolkata' },
      '2026-11-02T08:00:00+05:30',
      'Open until 12:00 PM GMT+5:30',
    ],
    ['on the night with 25 hours', week, '2026-10-31T22:30:00-07:00', 'Open until Sunday 2:00 AM'],
  ];
  it.each(rows)('is correct %s', (_title, schedule, at, expected) => {
    expect(openingText(schedule, moment(at))).toBe(expected);
  });

  it('names the day after a holiday, and the holiday that comes next', () => {
    const closed = {
      ...week,
      closed_dates: [
        { date: '2026-11-09', name: 'Second' },
        { date: '2026-11-02', name: 'First' },
        { date: '2026-11-01', name: 'Past' },
      ],
    };
    const monday = moment('2026-11-02T16:00:00-08:00');
    expect(openingText(closed, monday)).toBe('Closed, opens Saturday 10:00 PM');
    expect(nextHoliday(closed, monday)?.name).toBe('First');
    expect(nextHoliday(closed, moment('2026-11-03T00:00:00-08:00'))?.name).toBe('Second');
    expect(nextHoliday(closed, moment('2026-11-10T00:00:00-08:00'))).toBeNull();
  });

  it('names the schedule’s time zone to a user who has set another', () => {
    setFormats({ ...defaults, timeZone: 'America/New_York', clock: '24' });
    expect(openingText(week, moment('2026-11-02T12:00:00-08:00'))).toBe('Closed, opens 13:00 PT');
  });

  it('counts the hour repeated by a clock change as open both times', () => {
    const { until } = openingAt(week, moment('2026-10-31T22:30:00-07:00'));
    expect(until).toBe(moment('2026-11-01T02:00:00-08:00'));
  });

  it('closes when a clock change skips the end of a piece', () => {
    expect(openingAt(week, moment('2027-03-13T23:00:00-08:00')).until).toBe(
      moment('2027-03-14T03:00:00-07:00'),
    );
  });

  it('names the next time at which it opens or closes', () => {
    const at = fc.integer({ min: moment('2026-01-01T00:00:00Z'), max: moment('2028-01-01T00:00:00Z') });
    const pieces = fc.uniqueArray(
      fc.record({
        day: fc.integer({ min: 1, max: 7 }),
        from: fc.nat(47),
        length: fc.integer({ min: 1, max: 48 }),
      }),
      { selector: ({ day }) => day, maxLength: 4 },
    );
    fc.assert(
      fc.property(
        at,
        pieces,
        fc.constantFrom('America/New_York', 'Europe/London', 'Asia/Kathmandu'),
        (now, some, zone) => {
          const schedule = {
            time_zone: zone,
            pieces: some.map(({ day, from, length }) => ({ day, from: from * 15, to: (from + length) * 15 })),
          };
          const { open, until } = openingAt(schedule, now);
          if (until === null) return;
          expect(openingAt(schedule, until).open).toBe(!open);
          for (const part of [0.25, 0.5, 0.75]) {
            const between = now + Math.floor((until - now) * part);
            expect(openingAt(schedule, between).open).toBe(open);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

it.each([
  ['America/Los_Angeles', '2026-11-22T12:00:00Z', 'UTC−8'],
  ['America/Los_Angeles', '2026-07-22T12:00:00Z', 'UTC−7'],
  ['Asia/Kathmandu', '2026-11-22T12:00:00Z', 'UTC+5:45'],
  ['America/St_Johns', '2026-11-22T12:00:00Z', 'UTC−3:30'],
  ['UTC', '2026-11-22T12:00:00Z', 'UTC'],
])('the offset of %s at %s is %s', (zone, at, expected) => {
  expect(offsetText(zone, moment(at))).toBe(expected);
});

describe('the next clock change', () => {
  it.each([
    ['America/Los_Angeles', '2026-11-22T12:00:00Z', '2027-03-14T10:00:00Z'],
    ['Europe/London', '2026-07-01T00:00:00Z', '2026-10-25T01:00:00Z'],
    ['Australia/Sydney', '2026-07-01T00:00:00Z', '2026-10-03T16:00:00Z'],
  ])('in %s after %s is %s', (zone, at, expected) => {
    const change = nextClockChange(zone, moment(at)) ?? 0;
    expect(Math.abs(change - moment(expected))).toBeLessThanOrEqual(60_000);
  });
  it('is null in a zone without clock changes', () => {
    expect(nextClockChange('America/Phoenix', moment('2026-11-22T12:00:00Z'))).toBeNull();
  });
});

describe('the text below the grid', () => {
  const at = moment('2026-11-22T12:00:00Z');
  it.each([
    [
      'an overnight piece',
      week.pieces,
      'America/Los_Angeles',
      'Saturday’s hours run past midnight to Sunday 2:00 AM. Clocks change on Mar 14, 2027.',
    ],
    [
      'two overnight pieces',
      [...week.pieces, { day: 3, from: 1200, to: 60 }],
      'America/Phoenix',
      '2 time ranges run past midnight.',
    ],
    ['no special case', [{ day: 1, from: 480, to: 1440 }], 'America/Phoenix', ''],
  ])('mentions %s', (_title, pieces, zone, expected) => {
    expect(weekText(zone, toGridPieces(pieces), at)).toBe(expected);
  });
});
