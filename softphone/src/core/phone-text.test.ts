import { expect, test } from 'vitest';
import { barsLit, timerText } from './phone-text.ts';

test.each<[number, string]>([
  [0, '00:00'],
  [999, '00:00'],
  [65_000, '01:05'],
  [3_600_000, '60:00'],
  [6_000_000, '100:00'],
  [-5, '00:00'],
])('%i ms are shown as %s', (ms, expected) => {
  expect(timerText(1_000, 1_000 + ms)).toBe(expected);
});

test.each<[number, number, number]>([
  [0.3, 10, 3],
  [0.5, 10, 5],
  [1, 10, 5],
  [0.15, 20, 3],
  [0.25, 20, 5],
  [0, 20, 0],
  [0.09, 10, 0],
])('volume %f at scale %i lights %i bars', (volume, scale, expected) => {
  expect(barsLit(volume, scale, 5)).toBe(expected);
});
