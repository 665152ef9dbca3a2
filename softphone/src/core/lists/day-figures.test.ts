import type { OwnDay } from '@offhook/contract/agent/own-day';
import { expect, it } from 'vitest';
import { dayFigures, dayResults } from './day-figures.ts';

const day: OwnDay = {
  date: '2026-03-02',
  calls_made: 17,
  calls_taken: 2,
  talk_seconds: 4_451,
  leads_reached: 9,
  missed_rings: 1,
  break_seconds: 1_199,
  results: [
    { result: 'contacted', count: 9 },
    { result: 'removed', count: 1 },
  ],
};

it('shows calls, leads reached, talk time and breaks', () => {
  expect(dayFigures(day)).toEqual([
    { label: 'Calls', value: '19', unit: '', detail: '17 made, 2 answered' },
    { label: 'Leads reached', value: '9', unit: '', detail: '1 missed ring' },
    { label: 'Talk time', value: '1:14', unit: 'h', detail: '3:54 per call' },
    { label: 'Breaks', value: '19', unit: 'min', detail: '' },
  ]);
});

it('is zeros on a day without calls', () => {
  const none = { calls_made: 0, calls_taken: 0, talk_seconds: 0, leads_reached: 0, missed_rings: 0 };
  expect(dayFigures({ ...day, ...none, break_seconds: 0 })).toMatchObject([
    { value: '0', detail: '0 made, 0 answered' },
    { value: '0', detail: 'No missed rings' },
    { value: '0', unit: 'min', detail: '' },
    { value: '0', unit: 'min' },
  ]);
});

it('names each result', () => {
  expect(dayResults(day)).toEqual([
    { label: 'Contacted', count: '9' },
    { label: 'Removed', count: '1' },
  ]);
});
