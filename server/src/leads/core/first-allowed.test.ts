import { isInSchedule, type WeeklySchedule } from '@offhook/contract/weekly-schedule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextOpenTime } from '../../accounts/core/schedule.ts';
import { mayContact } from './callable.ts';
import {
  firstAllowed,
  firstFreeSlot,
  type Hours,
  isSpread,
  type Opening,
  REACHES_LEAD_MS,
  SPREAD_MS,
} from './first-allowed.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Chatham',
  'UTC',
] as const;
const quarter = fc.nat(95).map((n) => n * 15);
const anySchedule: fc.Arbitrary<WeeklySchedule> = fc.record({
  time_zone: fc.constantFrom(...zones),
  pieces: fc.array(
    fc.record({ day: fc.integer({ min: 1, max: 7 }), from: quarter, to: quarter.map((n) => n + 15) }),
    { minLength: 1, maxLength: 6 },
  ),
});
/** Any minute of years with both clock changes in each of the zones. */
const anyMoment = fc
  .integer({ min: Date.UTC(2025, 0) / MINUTE, max: Date.UTC(2027, 0) / MINUTE })
  .map((n) => n * MINUTE);
const anyHours: fc.Arbitrary<Hours> = fc.record({
  schedule: fc.option(anySchedule),
  contact: fc.record({
    doNotCall: fc.constant(false),
    isRemoved: fc.constant(false),
    timeZones: fc.constantFrom(...zones).map((zone) => [zone]),
    attempts: fc.constant([]),
  }),
  rules: fc.constantFrom(
    { fromMinute: 480, toMinute: 1_260, attemptsPerDay: null },
    { fromMinute: 0, toMinute: 1_440, attemptsPerDay: null },
    { fromMinute: 600, toMinute: 720, attemptsPerDay: null },
  ),
});

describe('the next moment of a schedule', () => {
  it('is in it, and no quarter of an hour before it is, through every change of the clocks', () => {
    fc.assert(
      fc.property(anySchedule, anyMoment, (schedule, at) => {
        const next = nextOpenTime(schedule, at);
        if (next === null) throw new Error('a piece comes every week');
        expect(next).toBeGreaterThanOrEqual(at);
        expect(isInSchedule(schedule, next)).toBe(true);
        for (let before = next - 15 * MINUTE; before > at && before > next - DAY; before -= 15 * MINUTE)
          expect(isInSchedule(schedule, before)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('is none where there are no hours, and now where there is no schedule', () => {
    expect(nextOpenTime({ time_zone: 'UTC', pieces: [] }, 5)).toBeNull();
    expect(nextOpenTime(null, 5)).toBe(5);
  });
});

describe('a promise', () => {
  it('is for a moment at which the team works and the lead may be called, or is not made', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, (hours, wished) => {
        const opening = firstAllowed(hours, wished);
        if (opening.kind === 'never') return;
        expect(opening.at).toBeGreaterThanOrEqual(wished);
        expect(opening.at === wished).toBe(opening.reason === null);
        expect(isInSchedule(hours.schedule, opening.at)).toBe(true);
        for (const at of [opening.at, opening.at + REACHES_LEAD_MS])
          expect(mayContact('call', hours.contact, hours.rules, at).kind).toBe('allowed');
      }),
      { numRuns: 150 },
    );
  });

  it('is for the next day where the lead would be reached when their hours have ended', () => {
    const contact = { doNotCall: false, isRemoved: false, timeZones: ['UTC'], attempts: [] };
    const rules = { fromMinute: 480, toMinute: 1_260, attemptsPerDay: null };
    const at = (day: number, hour: number, minute: number, second = 0) =>
      Date.UTC(2026, 2, day, hour, minute, second);
    const opening = (wished: number) => firstAllowed({ schedule: null, contact, rules }, wished);
    expect(opening(at(2, 20, 58, 59))).toEqual({ kind: 'at', at: at(2, 20, 58, 59), reason: null });
    expect(opening(at(2, 20, 59))).toEqual({
      kind: 'at',
      at: at(3, 8, 0),
      reason: 'The hours at which this lead may be called are about to end.',
    });
  });

  it('is not made to whoever must not be called, nor where the hours never meet', () => {
    const rules = { fromMinute: 480, toMinute: 600, attemptsPerDay: null };
    const contact = { doNotCall: true, isRemoved: false, timeZones: ['UTC'], attempts: [] };
    expect(firstAllowed({ schedule: null, contact, rules }, 0)).toMatchObject({ kind: 'never' });
    const schedule = { time_zone: 'UTC', pieces: [{ day: 1, from: 1_200, to: 1_260 }] };
    const free = { ...contact, doNotCall: false };
    expect(firstAllowed({ schedule, contact: free, rules }, 0)).toMatchObject({ kind: 'never' });
  });

  it.each<[string, Opening, boolean]>([
    [
      'at another time than wished is kept apart from the others',
      { kind: 'at', at: 5, reason: 'Closed.' },
      true,
    ],
    ['at the time that was wished is not', { kind: 'at', at: 5, reason: null }, false],
    ['that is never made is not', { kind: 'never', reason: 'Removed.' }, false],
  ])('%s', (_sentence, opening, expected) => {
    expect(isSpread(opening)).toBe(expected);
  });

  it('of one night is a quarter of an hour from all others', () => {
    const every = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 480, to: 600 }));
    const hours = {
      schedule: { time_zone: 'UTC', pieces: every },
      contact: { doNotCall: false, isRemoved: false, timeZones: ['UTC'], attempts: [] },
      rules: { fromMinute: 0, toMinute: 1_440, attemptsPerDay: null },
    };
    const night = Date.UTC(2026, 2, 2, 1);
    const taken: number[] = [];
    for (let n = 0; n < 20; n++) {
      const slot = firstFreeSlot(hours, night, taken);
      if (slot.kind === 'never') throw new Error(slot.reason);
      expect(isInSchedule(hours.schedule, slot.at)).toBe(true);
      taken.push(slot.at);
    }
    const sorted = [...taken].sort((a, b) => a - b);
    expect(taken).toEqual(sorted);
    for (const [index, at] of sorted.slice(1).entries())
      expect(at - (sorted[index] ?? 0)).toBeGreaterThanOrEqual(SPREAD_MS);
    // Eight fit into a day's two hours: the others come on the days after.
    expect(new Date(sorted[8] ?? 0).toISOString()).toBe('2026-03-03T08:00:00.000Z');
  });
});
