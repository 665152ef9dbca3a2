import { localTime } from '@offhook/contract/weekly-schedule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callStart, nextWorkingDay, timeAt } from './call-start.ts';

describe('the start of an import’s calls', () => {
  it.each([
    ['America/New_York', '2026-12-01', 540, '2026-12-01T14:00:00.000Z'],
    ['America/Los_Angeles', '2026-12-01', 540, '2026-12-01T17:00:00.000Z'],
    ['America/New_York', '2026-07-01', 540, '2026-07-01T13:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-12-01', 540, '2026-11-30T19:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-12-01', 540, '2026-12-01T20:00:00.000Z'],
    ['Asia/Kolkata', '2026-12-01', 0, '2026-11-30T18:30:00.000Z'],
    ['UTC', '2026-12-01', 1_439, '2026-12-01T23:59:00.000Z'],
  ])('in %s on %s at minute %i is %s', (zone, date, minute, expected) => {
    expect(new Date(timeAt(zone, date, minute)).toISOString()).toBe(expected);
  });

  it('shows the chosen minute on a clock at the place, except in an hour that is skipped', () => {
    const zones = [
      'America/New_York',
      'Europe/Berlin',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    ];
    const time = fc.tuple(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 700 }),
      fc.integer({ min: 240, max: 1_439 }),
    );
    fc.assert(
      fc.property(time, ([zone, day, minute]) => {
        const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
        expect(localTime(zone, timeAt(zone, date, minute)).minute).toBe(minute);
      }),
    );
  });

  it('is no earlier than the chosen time in any zone of a number', () => {
    const both = callStart(['America/New_York', 'America/Chicago'], '2026-12-01', 540);
    expect(both).toBe(timeAt('America/Chicago', '2026-12-01', 540));
  });

  it.each([
    ['2026-11-26T17:00:00Z', '2026-11-27'],
    ['2026-11-27T17:00:00Z', '2026-11-30'],
    ['2026-11-29T12:00:00Z', '2026-11-30'],
    // Still Thursday in New York.
    ['2026-11-27T03:00:00Z', '2026-11-27'],
  ])('is proposed for the working day after %s: %s', (at, expected) => {
    expect(nextWorkingDay('America/New_York', Date.parse(at))).toBe(expected);
  });
});
