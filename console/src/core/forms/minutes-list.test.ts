import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMinutes, parseMinutes } from './minutes-list.ts';

const limits = { max: 43_200, maxCount: 10 };

describe('a list of minutes', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['5', [5]],
    ['1, 5, 30', [1, 5, 30]],
    ['1 5;30,', [1, 5, 30]],
    ['30, 5', [30, 5]],
  ])('‘%s’ is parsed as %j', (text, minutes) => {
    expect(parseMinutes(text, limits)).toEqual({ ok: true, minutes });
  });

  it.each([
    ['1, five', '“five” isn’t a whole number of minutes.'],
    ['1.5', '“1.5” isn’t a whole number of minutes.'],
    ['-1', '“-1” isn’t a whole number of minutes.'],
    ['0', 'Enter at least 1 minute.'],
    ['99999', 'Enter at most 43,200 minutes.'],
    ['1 1 1 1 1 1 1 1 1 1 1', 'Enter at most 10 values.'],
  ])('‘%s’ is rejected: %s', (text, error) => {
    expect(parseMinutes(text, limits)).toEqual({ ok: false, error });
  });

  it('is the same after formatting and parsing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: limits.max }), { maxLength: limits.maxCount }),
        (minutes) => {
          expect(parseMinutes(formatMinutes(minutes), limits)).toEqual({ ok: true, minutes });
        },
      ),
    );
  });

  it('parsed from any text has only whole minutes within the limits', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parseMinutes(text, limits);
        if (!read.ok) return;
        expect(
          read.minutes.every((minute) => Number.isInteger(minute) && minute >= 1 && minute <= limits.max),
        ).toBe(true);
      }),
    );
  });
});
