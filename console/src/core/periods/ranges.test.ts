import { describe, expect, test } from 'vitest';
import { countDays } from './calendar.ts';
import { MAX_RANGE_DAYS, PRESETS, periodBefore, presetRange, rangeProblem } from './ranges.ts';

describe('a range', () => {
  test.each([
    ['today', '2026-11-17', '2026-11-17', '2026-11-16', '2026-11-16'],
    ['yesterday', '2026-11-16', '2026-11-16', '2026-11-15', '2026-11-15'],
    ['week', '2026-11-16', '2026-11-17', '2026-11-09', '2026-11-10'],
    ['lastWeek', '2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'],
    ['month', '2026-11-01', '2026-11-17', '2026-10-01', '2026-10-17'],
    ['lastMonth', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['last30', '2026-10-19', '2026-11-17', '2026-09-19', '2026-10-18'],
  ] as const)('%s is %s to %s, after %s to %s', (name, from, to, fromBefore, toBefore) => {
    const range = presetRange(name, '2026-11-17');
    expect(range).toEqual({ from, to });
    expect(periodBefore(name, range)).toEqual({ from: fromBefore, to: toBefore });
  });

  test.each([
    ['week', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['week', '2026-11-16', '2026-11-16', '2026-11-16'],
    ['lastMonth', '2027-01-01', '2026-12-01', '2026-12-31'],
    ['month', '2024-02-29', '2024-02-01', '2024-02-29'],
  ] as const)('%s on %s is %s to %s', (name, today, from, to) => {
    expect(presetRange(name, today)).toEqual({ from, to });
  });

  test('the end of a long month is compared with the whole month before', () => {
    expect(periodBefore('month', presetRange('month', '2026-03-31'))).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    });
  });

  test('chosen days are compared with as many days before them', () => {
    expect(periodBefore('custom', { from: '2026-03-01', to: '2026-03-10' })).toEqual({
      from: '2026-02-19',
      to: '2026-02-28',
    });
  });

  test('the period before never overlaps the range', () => {
    for (let day = 1; day <= 28; day += 1) {
      for (const name of PRESETS) {
        const range = presetRange(name, `2026-03-${String(day).padStart(2, '0')}`);
        const before = periodBefore(name, range);
        expect(before.to < range.from, `${name} on March ${day}`).toBe(true);
        expect(countDays(before.from, before.to)).toBeGreaterThan(0);
      }
    }
  });

  test.each([
    ['2026-11-01', '2026-11-17', null],
    ['2026-11-17', '2026-11-01', 'backwards'],
    ['2026-02-30', '2026-11-01', 'notADay'],
    ['', '2026-11-01', 'notADay'],
    ['2026-11-18', '2026-11-19', 'future'],
    ['2026-11-16', '2026-11-22', null],
    ['2025-11-17', '2026-11-17', null],
    ['2025-11-16', '2026-11-17', 'tooLong'],
  ])('from %j to %j has the problem %j', (from, to, problem) => {
    expect(rangeProblem(from, to, '2026-11-17')).toBe(problem);
    expect(MAX_RANGE_DAYS).toBe(366);
  });
});
