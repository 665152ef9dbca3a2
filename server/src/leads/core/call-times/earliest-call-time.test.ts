import { isInSchedule, type WeeklySchedule } from '@offhook/contract/weekly-schedule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextOpenTime } from '../../../accounts/core/schedule.ts';
import { mayContact } from '../consent/callable.ts';
import {
  type CallTime,
  type CallTimeConstraints,
  earliestCallTime,
  earliestFreeSlot,
  needsSpacing,
  SPACING_MS,
  TIME_TO_REACH_LEAD_MS,
} from './earliest-call-time.ts';

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
const anyMoment = fc
  .integer({ min: Date.UTC(2025, 0) / MINUTE, max: Date.UTC(2027, 0) / MINUTE })
  .map((n) => n * MINUTE);
const anyHours: fc.Arbitrary<CallTimeConstraints> = fc.record({
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

describe('the next open time of a schedule', () => {
  it('is the first open quarter hour, even across clock changes', () => {
    fc.assert(
      fc.property(anySchedule, anyMoment, (schedule, at) => {
        const next = nextOpenTime(schedule, at);
        if (next === null) throw new Error('the schedule has hours every week');
        expect(next).toBeGreaterThanOrEqual(at);
        expect(isInSchedule(schedule, next)).toBe(true);
        for (let before = next - 15 * MINUTE; before > at && before > next - DAY; before -= 15 * MINUTE)
          expect(isInSchedule(schedule, before)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('is null for a schedule without hours, and immediate without a schedule', () => {
    expect(nextOpenTime({ time_zone: 'UTC', pieces: [] }, 5)).toBeNull();
    expect(nextOpenTime(null, 5)).toBe(5);
  });
});

describe('a scheduled call', () => {
  it('is due when the team is open and the lead may be called', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, (hours, notBefore) => {
        const callTime = earliestCallTime(hours, notBefore);
        if (callTime.kind === 'never') return;
        expect(callTime.at).toBeGreaterThanOrEqual(notBefore);
        expect(callTime.at === notBefore).toBe(callTime.reason === null);
        expect(isInSchedule(hours.schedule, callTime.at)).toBe(true);
        for (const at of [callTime.at, callTime.at + TIME_TO_REACH_LEAD_MS])
          expect(mayContact('call', hours.contact, hours.rules, at).kind).toBe('allowed');
      }),
      { numRuns: 150 },
    );
  });

  it('moves to the next day if the lead would be reached after their hours', () => {
    const contact = { doNotCall: false, isRemoved: false, timeZones: ['UTC'], attempts: [] };
    const rules = { fromMinute: 480, toMinute: 1_260, attemptsPerDay: null };
    const at = (day: number, hour: number, minute: number, second = 0) =>
      Date.UTC(2026, 2, day, hour, minute, second);
    const callTime = (notBefore: number) => earliestCallTime({ schedule: null, contact, rules }, notBefore);
    expect(callTime(at(2, 20, 58, 59))).toEqual({ kind: 'at', at: at(2, 20, 58, 59), reason: null });
    expect(callTime(at(2, 20, 59))).toEqual({
      kind: 'at',
      at: at(3, 8, 0),
      reason: 'This lead’s calling hours are about to end.',
    });
  });

  it('is impossible for a blocked lead or if the hours never overlap', () => {
    const rules = { fromMinute: 480, toMinute: 600, attemptsPerDay: null };
    const contact = { doNotCall: true, isRemoved: false, timeZones: ['UTC'], attempts: [] };
    expect(earliestCallTime({ schedule: null, contact, rules }, 0)).toMatchObject({ kind: 'never' });
    const schedule = { time_zone: 'UTC', pieces: [{ day: 1, from: 1_200, to: 1_260 }] };
    const free = { ...contact, doNotCall: false };
    expect(earliestCallTime({ schedule, contact: free, rules }, 0)).toMatchObject({ kind: 'never' });
  });

  it.each<[string, CallTime, boolean]>([
    ['that is postponed needs spacing', { kind: 'at', at: 5, reason: 'Closed.' }, true],
    ['at the requested time needs no spacing', { kind: 'at', at: 5, reason: null }, false],
    ['that is impossible needs no spacing', { kind: 'never', reason: 'Removed.' }, false],
  ])('%s', (_title, callTime, expected) => {
    expect(needsSpacing(callTime)).toBe(expected);
  });

  it('is due at least 15 minutes apart from other calls postponed in the same night', () => {
    const every = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 480, to: 600 }));
    const hours = {
      schedule: { time_zone: 'UTC', pieces: every },
      contact: { doNotCall: false, isRemoved: false, timeZones: ['UTC'], attempts: [] },
      rules: { fromMinute: 0, toMinute: 1_440, attemptsPerDay: null },
    };
    const night = Date.UTC(2026, 2, 2, 1);
    const dueTimes: number[] = [];
    for (let n = 0; n < 20; n++) {
      const slot = earliestFreeSlot(hours, night, dueTimes);
      if (slot.kind === 'never') throw new Error(slot.reason);
      expect(isInSchedule(hours.schedule, slot.at)).toBe(true);
      dueTimes.push(slot.at);
    }
    const sorted = [...dueTimes].sort((a, b) => a - b);
    expect(dueTimes).toEqual(sorted);
    for (const [index, at] of sorted.slice(1).entries())
      expect(at - (sorted[index] ?? 0)).toBeGreaterThanOrEqual(SPACING_MS);
    // Eight slots fit into two hours; the rest move to the following days.
    expect(new Date(sorted[8] ?? 0).toISOString()).toBe('2026-03-03T08:00:00.000Z');
  });
});
