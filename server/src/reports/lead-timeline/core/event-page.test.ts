import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageOfEvents } from './event-page.ts';

const event = fc.record({ at: fc.integer({ min: 0, max: 60 }), id: fc.uuid() });

it('pages of events, read one after another, hold each event once, newest first', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.integer({ min: 8, max: 20 }), (all, max) => {
      // No page can hold more events of one millisecond than it has places.
      const events = all.filter(
        ({ at, id }) => all.filter((one) => one.at === at && one.id <= id).length <= max / 2,
      );
      const shown: typeof events = [];
      let before: number | null = 61;
      while (before !== null) {
        const end: number = before;
        const page = pageOfEvents(
          events.filter(({ at }) => at < end),
          max,
        );
        expect(page.events.length).toBeLessThanOrEqual(max);
        shown.push(...page.events);
        before = page.next;
      }
      const times = shown.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(new Set(shown)).toEqual(new Set(events));
      expect(shown.length).toBe(events.length);
    }),
  );
});

it('a page of one millisecond’s events ends', () => {
  const events = Array.from({ length: 5 }, (_, id) => ({ at: 7, id }));
  expect(pageOfEvents(events, 3)).toEqual({ events: events.slice(0, 3), next: 7 });
});
