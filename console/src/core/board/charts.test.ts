import { describe, expect, test } from 'vitest';
import { hourBars, stepParts } from './charts.ts';

describe('the steps of a lead', () => {
  const none = {
    intake: null,
    schedule: null,
    routing: null,
    ring: null,
    accept: null,
    dial: null,
    answer: null,
  };

  test('share the whole', () => {
    const { parts, totalMs } = stepParts({ ...none, answer: 300, intake: 100 });
    expect(totalMs).toBe(400);
    expect(parts.map(({ step, share }) => [step, share])).toEqual([
      ['intake', 0.25],
      ['answer', 0.75],
    ]);
  });

  test('that took no time at all have no share', () => {
    expect(stepParts({ ...none, intake: 0 }).parts[0]?.share).toBe(0);
  });

  test('that were not come to are no parts', () => {
    expect(stepParts(none)).toEqual({ parts: [], totalMs: 0 });
  });

  test('which clocks made negative took none', () => {
    expect(stepParts({ ...none, intake: -5, ring: 10 })).toMatchObject({ totalMs: 10 });
  });
});

describe('the hours of a day', () => {
  const hour = (at: number, leads: number, contacted = 0, missed = 0) => ({
    hour: at,
    leads,
    contacted,
    missed,
  });

  test('begin with the first that had a lead, and keep the empty ones after it', () => {
    expect(hourBars([hour(6, 0), hour(7, 2), hour(8, 0), hour(9, 1)]).map((bar) => bar.hour)).toEqual([
      7, 8, 9,
    ]);
  });

  test('are measured by the busiest', () => {
    const [seven, eight] = hourBars([hour(7, 10, 4, 1), hour(8, 5, 5)]);
    expect(seven).toMatchObject({ contactedShare: 0.4, missedShare: 0.1, otherShare: 0.5 });
    expect(eight).toMatchObject({ contactedShare: 0.5, missedShare: 0, otherShare: 0 });
  });

  test('without a lead are no chart', () => expect(hourBars([hour(7, 0)])).toEqual([]));

  test('have labels in AM and PM', () => {
    const hours = Array.from({ length: 24 }, (_, at) => hour(at, 1));
    const labels = hourBars(hours).map(({ label }) => label);
    expect([labels[0], labels[7], labels[12], labels[23]]).toEqual(['12 AM', '7 AM', '12 PM', '11 PM']);
  });
});
