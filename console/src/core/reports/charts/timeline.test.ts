import { describe, expect, test } from 'vitest';
import { addDays } from '../../periods/calendar.ts';
import { timeline } from './timeline.ts';

const outcomes = {
  leads: 0,
  contacted: 0,
  voicemail: 0,
  missed: 0,
  removed: 0,
  open: 0,
  contact_rate: null,
};
const days = (from: string, calls: readonly number[]) =>
  calls.map((count, at) => ({ ...outcomes, date: addDays(from, at), calls: count, contacted_calls: 1 }));
const TODAY = '2026-11-17';

describe('calls over a range', () => {
  test('have a column for every day, beside the same day of the period before', () => {
    const slots = timeline(
      { days: days('2026-11-09', [5, 0, 7]), hours: [] },
      { days: days('2026-11-06', [4, 3]), hours: [] },
      TODAY,
    );
    expect(slots.map(({ label, calls, before }) => [label, calls, before])).toEqual([
      ['Nov 9', 5, 4],
      ['Nov 10', 0, 3],
      ['Nov 11', 7, null],
    ]);
    expect(slots[1]?.days).toEqual({ from: '2026-11-10', to: '2026-11-10' });
  });

  test('of more than 62 days are counted in weeks, of which the last may be shorter', () => {
    const all = days('2026-09-01', new Array(65).fill(2));
    const slots = timeline({ days: all, hours: [] }, null, TODAY);
    expect(slots).toHaveLength(10);
    expect(slots.map(({ calls }) => calls)).toEqual([...new Array(9).fill(14), 4]);
    expect(slots.at(-1)).toMatchObject({
      title: 'Nov 3 – Nov 4',
      days: { from: '2026-11-03', to: '2026-11-04' },
      contacted: 2,
      before: null,
    });
    expect(timeline({ days: all.slice(0, 62), hours: [] }, null, TODAY)).toHaveLength(62);
  });

  test('of one day are counted by hour, whatever weekday the day before was', () => {
    const hours = (weekday: number, hour: number, calls: number) => [
      { weekday, hour, calls, contacted_calls: 1 },
    ];
    const slots = timeline(
      { days: days('2026-11-17', [3]), hours: hours(2, 10, 3) },
      { days: days('2026-11-16', [2]), hours: hours(1, 21, 2) },
      TODAY,
    );
    expect(slots.map(({ hour }) => hour)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
    expect(slots[2]).toMatchObject({ calls: 3, contacted: 1, before: 0, label: '10 AM', hour: 10 });
    expect(slots.at(-1)).toMatchObject({ calls: 0, before: 2, days: { from: TODAY, to: TODAY } });
  });

  test('are none without days', () => {
    expect(timeline({ days: [], hours: [] }, null, TODAY)).toEqual([]);
  });
});
