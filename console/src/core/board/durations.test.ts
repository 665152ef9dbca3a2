import { describe, expect, test } from 'vitest';
import { runningTime, stepTime, timeSince, withRate } from './durations.ts';

describe('a running time', () => {
  test.each([
    [0, '0:00'],
    [6.9, '0:06'],
    [372, '6:12'],
    [3_667, '61:07'],
    [5_999, '99:59'],
    [6_000, '1:40:00'],
    [86_399, '23:59:59'],
    [86_400, '1 d'],
    [200_000, '2 d'],
    [-3, '0:00'],
  ])('of %d seconds reads %s', (seconds, expected) => {
    expect(runningTime(seconds)).toBe(expected);
  });

  test('counts seconds since the start', () => expect(timeSince(10_000, 16_999)).toBe('0:06'));
  test('is never negative when the clocks differ', () => expect(timeSince(10_000, 9_000)).toBe('0:00'));
});

describe('the duration of a step', () => {
  test.each([
    [0, '0 ms'],
    [38.4, '38 ms'],
    [99, '99 ms'],
    [100, '0.1 s'],
    [412, '0.4 s'],
    [9_300, '9.3 s'],
    [9_949, '9.9 s'],
    [9_960, '10 s'],
    [61_000, '61 s'],
    [125_000, '2 min 5 s'],
    [3_600_000, '1 h 0 min'],
    [90_000_000, '25 h 0 min'],
  ])('of %d ms reads %s', (ms, expected) => {
    expect(stepTime(ms)).toBe(expected);
  });
});

test.each([
  [81, 0.38, '81 (38%)'],
  [0, 0, '0 (0%)'],
  [0, null, '0'],
])('%d at a rate of %d reads %s', (count, rate, expected) => {
  expect(withRate(count, rate)).toBe(expected);
});
