import { isInSchedule, type WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { describe, expect, it } from 'vitest';
import { nextOpenTime } from './schedule.ts';

const office: WeeklySchedule = {
  time_zone: 'America/New_York',
  pieces: [
    { day: 1, from: 540, to: 720 },
    { day: 1, from: 780, to: 1020 },
    { day: 5, from: 1320, to: 120 },
    { day: 7, from: 0, to: 1440 },
  ],
};

/** 2026-11-02 is a Monday; New York left daylight-saving time on Sunday the 1st. */
const rows: readonly [string, WeeklySchedule | null, string, boolean][] = [
  ['no schedule: any time', null, '2026-11-02T03:00:00-05:00', true],
  ['a minute before a piece', office, '2026-11-02T08:59:59-05:00', false],
  ['the start of a piece', office, '2026-11-02T09:00:00-05:00', true],
  ['between two pieces', office, '2026-11-02T12:30:00-05:00', false],
  ['the second piece', office, '2026-11-02T16:59:59-05:00', true],
  ['the end is exclusive', office, '2026-11-02T17:00:00-05:00', false],
  ['the same hour on another day', office, '2026-11-03T10:00:00-05:00', false],
  ['a piece across midnight, before midnight', office, '2026-11-06T23:00:00-05:00', true],
  ['a piece across midnight, on the next day', office, '2026-11-07T01:59:00-05:00', true],
  ['after a piece across midnight', office, '2026-11-07T02:00:00-05:00', false],
  ['all day, first minute', office, '2026-11-08T00:00:00-05:00', true],
  ['all day, last minute', office, '2026-11-08T23:59:00-05:00', true],
  ['the 25th hour of the day the clocks go back', office, '2026-11-01T23:30:00-05:00', true],
  ['the same local hour in summer', office, '2026-07-06T09:00:00-04:00', true],
];

describe('isInSchedule', () => {
  it.each(rows)('%s', (_title, schedule, moment, expected) => {
    expect(isInSchedule(schedule, Date.parse(moment))).toBe(expected);
  });
});

describe('closed dates', () => {
  /** 2026-11-26 is a Thursday. */
  const closed: WeeklySchedule = {
    time_zone: 'America/New_York',
    pieces: [1, 2, 3, 4, 5].map((day) => ({ day, from: 1_320, to: 120 })),
    closed_dates: [{ date: '2026-11-26', name: 'Thanksgiving Day' }],
  };

  it.each([
    ['the evening before', '2026-11-25T23:00:00-05:00', true],
    ['after midnight, a piece of the day before', '2026-11-26T01:00:00-05:00', false],
    ['the evening', '2026-11-26T23:00:00-05:00', false],
    ['after the next midnight, a piece of the closed date', '2026-11-27T01:00:00-05:00', false],
    ['the next evening', '2026-11-27T22:00:00-05:00', true],
    ['the same date elsewhere', '2026-11-25T22:00:00-05:00', true],
  ])('are closed: %s', (_title, at, expected) => {
    expect(isInSchedule(closed, Date.parse(at))).toBe(expected);
  });

  it('are skipped, also when they are the only days with hours of many weeks', () => {
    const mondays = Array.from({ length: 30 }, (_, week) =>
      new Date(Date.parse('2026-11-30T12:00:00Z') + week * 7 * 86_400_000).toISOString().slice(0, 10),
    );
    const schedule: WeeklySchedule = {
      time_zone: 'America/New_York',
      pieces: [{ day: 1, from: 540, to: 600 }],
      closed_dates: mondays.map((date) => ({ date, name: '' })),
    };
    const open = nextOpenTime(schedule, Date.parse('2026-11-26T12:00:00Z'));
    expect(new Date(open ?? 0).toISOString()).toBe('2027-06-28T13:00:00.000Z');
  });
});

/** For the night when New York's clocks repeat the hour from 01:00 to 02:00. */
const atNight = (from: number, to: number, day = 7): WeeklySchedule => ({
  time_zone: 'America/New_York',
  pieces: [{ day, from, to }],
});

describe('nextOpenTime', () => {
  it.each([
    ['within a piece: now', office, '2026-11-02T10:07:00-05:00', '2026-11-02T10:07:00-05:00'],
    ['before a piece: its start', office, '2026-11-02T12:30:00-05:00', '2026-11-02T13:00:00-05:00'],
    [
      'a piece that has ended recurs when the clocks go back',
      atNight(60, 90),
      '2026-11-01T01:40:00-04:00',
      '2026-11-01T01:00:00-05:00',
    ],
    [
      'the end of a piece across midnight recurs when the clocks go back',
      atNight(1_380, 90, 6),
      '2026-11-01T01:40:00-04:00',
      '2026-11-01T01:00:00-05:00',
    ],
    [
      'a piece that has recurred opens again a week later',
      atNight(60, 90),
      '2026-11-01T01:40:00-05:00',
      '2026-11-08T01:00:00-05:00',
    ],
  ])('%s', (_title, schedule, at, expected) => {
    const next = nextOpenTime(schedule, Date.parse(at));
    expect(next === null ? null : new Date(next).toISOString()).toBe(new Date(expected).toISOString());
  });
});
