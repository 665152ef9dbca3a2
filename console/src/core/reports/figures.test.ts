import { describe, expect, test } from 'vitest';
import {
  durationText,
  hoursFigure,
  hoursMinutes,
  percentText,
  reportTime,
  shareOf,
  timeFigure,
} from './figures.ts';

describe('a figure of a report', () => {
  test.each([
    [null, '–'],
    [-5, '0.0 s'],
    [96, '0.1 s'],
    [6_449, '6.4 s'],
    [59_940, '59.9 s'],
    [59_960, '60 s'],
    [125_000, '2 min 5 s'],
    [7_500_000, '2 h 5 min'],
  ])('%j ms is %j', (ms, text) => {
    expect(reportTime(ms)).toBe(text);
  });

  test.each([
    [6_400, { text: '6.4', unit: 's' }],
    [125_000, { text: '2 min 5 s', unit: '' }],
    [null, { text: '–', unit: '' }],
  ])('%j ms has its unit beside it: %j', (ms, figure) => {
    expect(timeFigure(ms)).toEqual(figure);
  });

  test.each([
    [0, '0', 'min'],
    [2_520, '42', 'min'],
    [23_400, '6.5', 'h'],
    [532_800, '148', 'h'],
    [5_000_000, '1,389', 'h'],
  ])('%j s are %s %s', (seconds, text, unit) => {
    expect(hoursFigure(seconds)).toEqual({ text, unit });
  });

  test('is hours and minutes in tables, or reads the same of all calls and of one', () => {
    expect(hoursMinutes(33_120)).toBe('9:12 h');
    expect(hoursMinutes(299)).toBe('0:05 h');
    expect(durationText(1_320)).toBe('22 min 0 s');
    expect(durationText(245.4)).toBe('4 min 5 s');
    expect(durationText(11.3)).toBe('11 s');
    expect(durationText(532_980)).toBe('148 h 3 min');
    expect(durationText(null)).toBe('–');
  });

  test('is a share only of something', () => {
    expect(percentText(shareOf(3, 8))).toBe('38%');
    expect(percentText(shareOf(0, 0))).toBe('–');
  });
});
