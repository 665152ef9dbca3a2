import { expect, test } from 'vitest';
import {
  formatCountry,
  formatExactTimeOfDay,
  formatList,
  formatNumber,
  formatPercent,
  formatTimeOfDay,
  formatWeekday,
} from './formats.ts';

test.each([
  [0, '12 AM', '12:00 AM'],
  [15, '12:15 AM', '12:15 AM'],
  [720, '12 PM', '12:00 PM'],
  [1215, '8:15 PM', '8:15 PM'],
  [1440, '12 AM', '12:00 AM'],
])('minute %i of a day is written %s, exactly %s', (minute, short, exact) => {
  expect(formatTimeOfDay(minute)).toBe(short);
  expect(formatExactTimeOfDay(minute)).toBe(exact);
});

test('weekdays, numbers, lists and countries are written in English', () => {
  expect([1, 7].map(formatWeekday)).toEqual(['Monday', 'Sunday']);
  expect([formatNumber(4100), formatNumber(0.42, 1), formatPercent(0.376)]).toEqual(['4,100', '0.4', '38%']);
  expect([formatList(['a', 'b', 'c']), formatList([])]).toEqual(['a, b, c', '']);
  expect(formatCountry('DE')).toBe('Germany');
});
