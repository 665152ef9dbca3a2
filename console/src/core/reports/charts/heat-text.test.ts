import { setFormats } from '@offhook/i18n/formats';
import { afterEach, expect, test } from 'vitest';
import { heatCellText, hourText, shortWeekday } from './heat-text.ts';

afterEach(() => setFormats({ tag: 'en-US', clock: null, dateOrder: null }));

test('an hour has its start and end', () => {
  expect([hourText(10), hourText(23)]).toEqual(['10 AM–11 AM', '11 PM–12 AM']);
  setFormats({ tag: 'en-US', clock: '24', dateOrder: null });
  expect(hourText(9)).toBe('09:00–10:00');
});

test('weekdays begin with Monday', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(shortWeekday)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
});

test('a cell says how many calls reached the lead', () => {
  expect(heatCellText({ calls: 96, contacted: 42 })).toBe('96 calls, 44% contacted');
  expect(heatCellText({ calls: 1, contacted: 1 })).toBe('1 call, 100% contacted');
  expect(heatCellText({ calls: 0, contacted: 0 })).toBe('No calls');
});
