import { describe, expect, test } from 'vitest';
import { dayBounds, formatNumericDay, parseDay } from './days.ts';

describe('the bounds of days', () => {
  test.each([
    ['America/Los_Angeles', '2026-11-17T08:00:00.000Z', '2026-11-18T08:00:00.000Z'],
    ['Europe/Berlin', '2026-11-16T23:00:00.000Z', '2026-11-17T23:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-16T18:15:00.000Z', '2026-11-17T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-16T10:00:00.000Z', '2026-11-17T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-11-17T11:00:00.000Z', '2026-11-18T11:00:00.000Z'],
    ['UTC', '2026-11-17T00:00:00.000Z', '2026-11-18T00:00:00.000Z'],
  ])('are midnights in %s', (zone, from, to) => {
    expect(dayBounds('2026-11-17', '2026-11-17', zone)).toEqual({ from, to });
  });

  test.each([
    // 25 hours.
    ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
    // 23 hours.
    ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    // Starts at 1:00: the change skips midnight.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ])('in %s include the clock change on %s', (zone, day, from, to) => {
    expect(dayBounds(day, day, zone)).toEqual({ from, to });
  });

  test.each([
    ['2026-11-17', '', { from: '2026-11-17T00:00:00.000Z' }],
    ['', '2026-12-31', { to: '2027-01-01T00:00:00.000Z' }],
    ['', '', {}],
    ['yesterday', '2026-02-30', {}],
  ])('from %j to %j are %j', (from, to, expected) => {
    expect(dayBounds(from, to, 'UTC')).toEqual(expected);
  });
});

test.each([
  ['mdy', '11/17/2026'],
  ['dmy', '17/11/2026'],
  ['ymd', '2026-11-17'],
] as const)('a day in the order %s is formatted as %s and parsed back', (order, formatted) => {
  expect(formatNumericDay('2026-11-17', order)).toBe(formatted);
  expect(parseDay(formatted, order)).toBe('2026-11-17');
  expect(formatNumericDay('', order)).toBe('');
});

test.each([
  ['3/4/2026', 'mdy', '2026-03-04'],
  ['3/4/2026', 'dmy', '2026-04-03'],
  ['3.4.26', 'dmy', '2026-04-03'],
  ['2026-03-04', 'dmy', '2026-03-04'],
  [' 2026/3/4 ', 'mdy', '2026-03-04'],
  ['17/11/2026', 'mdy', null],
  ['2/30/2026', 'mdy', null],
  ['11/17', 'mdy', null],
  ['26-11-17', 'ymd', null],
  ['11/17/202', 'mdy', null],
  ['soon', 'mdy', null],
  ['', 'mdy', null],
] as const)('%j typed in the order %s is the day %j', (typed, order, day) => {
  expect(parseDay(typed, order)).toBe(day);
});
