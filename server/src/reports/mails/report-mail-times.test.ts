import { REPORT_MAIL_FREQUENCIES } from '@offhook/contract/console/report-mail-entities';
import { localTime } from '@offhook/contract/weekly-schedule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastTime, nextTime, type ReportMailTimes, reportDays } from './report-mail-times.ts';

const LOS_ANGELES = 'America/Los_Angeles';
const at8 = (frequency: ReportMailTimes['frequency'], timeZone = LOS_ANGELES): ReportMailTimes => ({
  frequency,
  minute: 8 * 60,
  timeZone,
});
const iso = (ms: number) => new Date(ms).toISOString().replace(':00.000Z', 'Z');

describe('the next time of a report by mail', () => {
  it.each<[what: string, times: ReportMailTimes, at: string, next: string]>([
    ['today, before the time', at8('daily'), '2026-11-26T15:59Z', '2026-11-26T16:00Z'],
    ['tomorrow, at the time', at8('daily'), '2026-11-26T16:00Z', '2026-11-27T16:00Z'],
    ['the next Monday', at8('weekly'), '2026-11-26T16:00Z', '2026-11-30T16:00Z'],
    ['this Monday, before the time', at8('weekly'), '2026-11-30T15:00Z', '2026-11-30T16:00Z'],
    ['the first of the next month', at8('monthly'), '2026-11-26T16:00Z', '2026-12-01T16:00Z'],
    ['the first of the next year', at8('monthly'), '2026-12-01T16:00Z', '2027-01-01T16:00Z'],
    [
      'an hour earlier in UTC after clocks go forward',
      at8('daily'),
      '2026-03-07T16:00Z',
      '2026-03-08T15:00Z',
    ],
    ['an hour later in UTC after clocks go back', at8('daily'), '2026-10-31T15:00Z', '2026-11-01T16:00Z'],
    [
      'the end of a skipped hour',
      { frequency: 'daily', minute: 150, timeZone: LOS_ANGELES },
      '2026-03-08T08:00Z',
      '2026-03-08T10:00Z',
    ],
    [
      'the first of two repeated hours',
      { frequency: 'daily', minute: 90, timeZone: LOS_ANGELES },
      '2026-11-01T07:00Z',
      '2026-11-01T08:30Z',
    ],
    [
      'not the second of two repeated hours',
      { frequency: 'daily', minute: 90, timeZone: LOS_ANGELES },
      '2026-11-01T08:30Z',
      '2026-11-02T09:30Z',
    ],
    [
      'the first minute of a day that starts at one o’clock',
      { frequency: 'daily', minute: 0, timeZone: 'Africa/Cairo' },
      '2026-04-23T12:00Z',
      '2026-04-23T22:00Z',
    ],
    [
      'in a zone with a quarter of an hour',
      at8('daily', 'Asia/Kathmandu'),
      '2026-11-26T00:00Z',
      '2026-11-26T02:15Z',
    ],
    [
      'in the zone that is the furthest ahead',
      at8('daily', 'Pacific/Kiritimati'),
      '2026-11-26T00:00Z',
      '2026-11-26T18:00Z',
    ],
    [
      'in one of the zones that are the furthest behind',
      at8('daily', 'Pacific/Pago_Pago'),
      '2026-11-26T19:00Z',
      '2026-11-27T19:00Z',
    ],
  ])('is %s', (_, times, at, next) => {
    expect(iso(nextTime(times, Date.parse(at)))).toBe(next);
    expect(iso(lastTime(times, Date.parse(next)))).toBe(next);
    expect(lastTime(times, Date.parse(next) - 1)).toBeLessThanOrEqual(Date.parse(at));
  });

  const times = fc.record({
    frequency: fc.constantFrom(...REPORT_MAIL_FREQUENCIES),
    minute: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
    timeZone: fc.constantFrom(
      LOS_ANGELES,
      'Europe/Berlin',
      'Africa/Cairo',
      'America/Havana',
      'America/Santiago',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'UTC',
    ),
  });
  const moment = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2034, 0) });

  it('is the only one after the last, at the local time or the end of a skipped hour', () => {
    fc.assert(
      fc.property(times, moment, (one, at) => {
        const [last, next] = [lastTime(one, at), nextTime(one, at)];
        expect(last).toBeLessThanOrEqual(at);
        expect(next).toBeGreaterThan(at);
        expect(nextTime(one, last)).toBe(next);
        expect(lastTime(one, next - 1)).toBe(last);
        const { date, day, minute } = localTime(one.timeZone, next);
        expect(minute - one.minute).toBeGreaterThanOrEqual(0);
        expect(minute - one.minute).toBeLessThanOrEqual(60);
        if (one.frequency === 'weekly') expect(day).toBe(1);
        if (one.frequency === 'monthly') expect(date).toMatch(/-01$/);
      }),
    );
  });

  it('has as many mails as days, weeks or months', () => {
    fc.assert(
      fc.property(times, (one) => {
        const end = Date.UTC(2027, 0, 2);
        const dates: string[] = [];
        for (let at = nextTime(one, Date.UTC(2025, 11, 30)); at < end; at = nextTime(one, at)) {
          const { date } = localTime(one.timeZone, at);
          if (date.startsWith('2026')) dates.push(date);
        }
        expect(new Set(dates).size).toBe(dates.length);
        expect(dates.length).toBe({ daily: 365, weekly: 52, monthly: 12 }[one.frequency]);
      }),
      { numRuns: 3 },
    );
  });
});

describe('the days of a report by mail', () => {
  it.each<[ReportMailTimes['frequency'], at: string, days: string, before: string]>([
    ['daily', '2026-11-26T16:00Z', '2026-11-25 2026-11-25', '2026-11-24 2026-11-24'],
    // Still the day before in Los Angeles.
    ['daily', '2026-11-26T05:00Z', '2026-11-24 2026-11-24', '2026-11-23 2026-11-23'],
    ['weekly', '2026-11-30T16:00Z', '2026-11-23 2026-11-29', '2026-11-16 2026-11-22'],
    ['weekly', '2026-12-03T16:00Z', '2026-11-23 2026-11-29', '2026-11-16 2026-11-22'],
    ['monthly', '2026-12-01T16:00Z', '2026-11-01 2026-11-30', '2026-10-01 2026-10-31'],
    ['monthly', '2027-01-15T16:00Z', '2026-12-01 2026-12-31', '2026-11-01 2026-11-30'],
    ['monthly', '2028-03-01T16:00Z', '2028-02-01 2028-02-29', '2028-01-01 2028-01-31'],
  ])('%s at %s are %s, compared with %s', (frequency, at, days, before) => {
    const found = reportDays({ frequency, timeZone: LOS_ANGELES }, Date.parse(at));
    expect(Object.values(found.days).join(' ')).toBe(days);
    expect(Object.values(found.before).join(' ')).toBe(before);
  });
});
