import { describe, expect, test } from 'vitest';
import { addDays, countDays, dayIn, dayNumber, monthBefore, utcMidnight, weekdayOf } from './calendar.ts';

describe('a calendar day', () => {
  test.each(['1970-01-01', '1969-12-31', '2000-02-29', '2024-02-29', '2026-11-22', '2100-03-01'])(
    '%s has the number that the Gregorian calendar gives it',
    (day) => {
      expect(dayNumber(day)).toBe(Date.parse(day) / 86_400_000);
      expect(utcMidnight(day)).toBe(Date.parse(day));
    },
  );

  test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-4-1', '', 'today', '02026-01-01'])(
    'isn’t %j',
    (text) => {
      expect(dayNumber(text)).toBeNull();
    },
  );

  test('every day of 80 years follows the one before it', () => {
    let day = '1970-01-01';
    for (let number = 0; number < 80 * 365; number += 1) {
      if (dayNumber(day) !== number) expect(`${day} is ${dayNumber(day)}`).toBe(number);
      day = new Date((number + 1) * 86_400_000).toISOString().slice(0, 10);
    }
  });

  test.each([
    ['2026-11-16', 1],
    ['2026-11-22', 7],
    ['1969-12-31', 3],
  ])('%s is day %i of its week', (day, weekday) => {
    expect(weekdayOf(day)).toBe(weekday);
  });

  test.each([
    ['2026-11-17', '2026-10-17'],
    ['2026-03-31', '2026-02-28'],
    ['2024-03-30', '2024-02-29'],
    ['2026-01-05', '2025-12-05'],
  ])('%s is a month after %s', (day, before) => {
    expect(monthBefore(day)).toBe(before);
  });

  test('days are added and counted across months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(countDays('2026-11-16', '2026-11-22')).toBe(7);
    expect(countDays('2026-12-31', '2026-12-31')).toBe(1);
  });

  test.each([
    // 23:30 and 0:30 around midnight, in the weeks of both clock changes.
    ['America/Los_Angeles', '2026-11-01T06:59:59Z', '2026-10-31'],
    ['America/Los_Angeles', '2026-11-01T07:00:00Z', '2026-11-01'],
    ['America/Los_Angeles', '2026-11-02T07:59:59Z', '2026-11-01'],
    ['America/Los_Angeles', '2026-11-02T08:00:00Z', '2026-11-02'],
    ['America/Los_Angeles', '2026-03-09T06:59:59Z', '2026-03-08'],
    ['America/Los_Angeles', '2026-03-09T07:00:00Z', '2026-03-09'],
    ['Asia/Kathmandu', '2026-11-16T18:15:00Z', '2026-11-17'],
    ['Pacific/Kiritimati', '2026-11-16T10:00:00Z', '2026-11-17'],
  ])('in %s, %s is on %s', (zone, at, day) => {
    expect(dayIn(zone, Date.parse(at))).toBe(day);
  });
});
