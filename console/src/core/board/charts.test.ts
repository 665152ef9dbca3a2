import { describe, expect, test } from 'vitest';
import { hourBars, openLeads, stepParts } from './charts.ts';

describe("the chart of a lead's steps", () => {
  const none = {
    intake: null,
    schedule: null,
    routing: null,
    ring: null,
    accept: null,
    dial: null,
    answer: null,
  };

  test("shows each step's share of the total", () => {
    const { parts, totalMs } = stepParts({ ...none, answer: 300, intake: 100 });
    expect(totalMs).toBe(400);
    expect(parts.map(({ step, share }) => [step, share])).toEqual([
      ['intake', 0.25],
      ['answer', 0.75],
    ]);
  });

  test('gives a step with no duration a share of 0', () => {
    expect(stepParts({ ...none, intake: 0 }).parts[0]?.share).toBe(0);
  });

  test('omits steps that were not reached', () => {
    expect(stepParts(none)).toEqual({ parts: [], totalMs: 0 });
  });

  test('counts a negative duration, caused by clock differences, as zero', () => {
    expect(stepParts({ ...none, intake: -5, ring: 10 })).toMatchObject({ totalMs: 10 });
  });
});

describe('the hour chart', () => {
  const hour = (at: number, leads: number, contacted = 0, missed = 0) => ({
    hour: at,
    leads,
    contacted,
    missed,
  });

  test('starts with the first hour that had a lead, and keeps empty hours after it', () => {
    expect(hourBars([hour(6, 0), hour(7, 2), hour(8, 0), hour(9, 1)]).map((bar) => bar.hour)).toEqual([
      7, 8, 9,
    ]);
  });

  test('is scaled to the busiest hour', () => {
    const [seven, eight] = hourBars([hour(7, 10, 4, 1), hour(8, 5, 5)]);
    expect(seven).toMatchObject({ contactedShare: 0.4, missedShare: 0.1, otherShare: 0.5 });
    expect(eight).toMatchObject({ contactedShare: 0.5, missedShare: 0, otherShare: 0 });
  });

  test('is empty without leads', () => expect(hourBars([hour(7, 0)])).toEqual([]));

  test('labels hours with AM and PM', () => {
    const hours = Array.from({ length: 24 }, (_, at) => hour(at, 1));
    const labels = hourBars(hours).map(({ label }) => label);
    expect([labels[0], labels[7], labels[12], labels[23]]).toEqual(['12 AM', '7 AM', '12 PM', '11 PM']);
  });
});

test('open leads are those without an outcome', () => {
  const today = { leads: 34, contacted: 9, missed: 15, removed: 2 } as Parameters<typeof openLeads>[0];
  expect(openLeads(today)).toBe(8);
});
