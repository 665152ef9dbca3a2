import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callbackChoices, parseLocalMinute } from './callback-times.ts';

const NEW_YORK = 'America/New_York';
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const offered = (timeZone: string, now: string) =>
  callbackChoices(timeZone, Date.parse(now)).map(({ choice, at }) => `${choice} ${iso(at)}`);

describe('the choices for a callback', () => {
  it('follow the lead’s local time', () => {
    expect(offered(NEW_YORK, '2026-11-17T15:00:20.000Z')).toEqual([
      'in_15_minutes 2026-11-17T15:16:00.000Z',
      'in_1_hour 2026-11-17T16:01:00.000Z',
      'this_afternoon 2026-11-17T20:00:00.000Z',
      'tomorrow_morning 2026-11-18T14:00:00.000Z',
      'tomorrow_afternoon 2026-11-18T20:00:00.000Z',
    ]);
  });

  it('leave this afternoon out once it is near or past', () => {
    expect(offered(NEW_YORK, '2026-11-17T19:00:00.000Z').join()).not.toContain('this_afternoon');
    expect(offered(NEW_YORK, '2026-11-17T18:59:00.000Z').join()).toContain('this_afternoon');
  });

  it('mean the lead’s tomorrow, not the server’s', () => {
    // In Auckland it is already Wednesday.
    expect(offered('Pacific/Auckland', '2026-11-17T15:00:00.000Z')).toContain(
      'tomorrow_morning 2026-11-18T20:00:00.000Z',
    );
  });

  it('keep the hour when the clocks change overnight', () => {
    expect(offered(NEW_YORK, '2026-03-07T15:00:00.000Z')).toContain(
      'tomorrow_morning 2026-03-08T13:00:00.000Z',
    );
    expect(offered(NEW_YORK, '2026-10-31T15:00:00.000Z')).toContain(
      'tomorrow_morning 2026-11-01T14:00:00.000Z',
    );
  });
});

describe('a minute in the lead’s local time', () => {
  it.each([
    ['in winter', '2026-01-15T09:30', '2026-01-15T14:30:00.000Z'],
    ['in summer', '2026-07-15T09:30', '2026-07-15T13:30:00.000Z'],
    ['that the clocks skip is an hour later', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['that the clocks repeat is the first of the two', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['of a day that does not exist is none', '2026-02-30T09:30', null],
    ['of an hour that does not exist is none', '2026-02-20T25:30', null],
  ])('%s', (_title, local, expected) => {
    expect(iso(parseLocalMinute(NEW_YORK, local))).toBe(expected);
  });

  it('is shown as it was entered, in every zone, unless the clocks skip it', () => {
    const zones = ['America/New_York', 'America/Los_Angeles', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'];
    const moment = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2030, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (zone, at) => {
        const shown = new Intl.DateTimeFormat('sv-SE', {
          dateStyle: 'short',
          timeStyle: 'short',
          timeZone: zone,
        }).format(at);
        const read = parseLocalMinute(zone, shown.replace(' ', 'T'));
        const wait = Math.floor(at / 60_000) * 60_000 - (read ?? Number.NaN);
        // The first of a repeated time is at most an hour earlier.
        expect([0, 30 * 60_000, 60 * 60_000]).toContain(wait);
      }),
    );
  });
});
