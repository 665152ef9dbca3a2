import { expect, it } from 'vitest';
import { COUNTS } from './figure-columns.ts';
import type { Counts } from './figures.ts';
import { costOf, lostReasons, outcomesOf, parseSource, sourcesOf } from './report-parts.ts';

const NONE = Object.fromEntries(COUNTS.map((name) => [name, 0])) as unknown as Counts;
const NO_TIMES = { p50_ms: null, p90_ms: null, count: 0 };

it('open leads don’t lower the contact rate', () => {
  const counts = { ...NONE, leads: 10, contacted: 3, voicemail: 1, missed: 1, removed: 1 };
  expect(outcomesOf(counts)).toMatchObject({ open: 4, contact_rate: 0.5 });
  expect(outcomesOf({ ...NONE, leads: 2 })).toMatchObject({ open: 2, contact_rate: null });
});

it('the cost is the sum of its items', () => {
  const rates = { browser: 0.004, outbound: 0.014, inbound: 0.0085, recording: 0.0025, text: 0.0083 };
  const counts = { ...NONE, browser_minutes: 1000, outbound_minutes: 10, texts: 1 };
  const { items, total } = costOf(counts, rates);
  expect(items.map(({ amount }) => amount)).toEqual([4, 0.14, 0, 0, 0.0083]);
  expect(total).toBe(4.1483);
});

it('leads that weren’t contacted have a reason, most frequent first', () => {
  const counts = { ...NONE, missed: 5, voicemail: 1, removed: 3 };
  const statuses = [
    { value: 4, count: 1 },
    { value: 9, count: 4 },
  ];
  expect(lostReasons(counts, statuses)).toEqual([
    { reason: 'The lead did not answer', count: 4 },
    { reason: 'Removed by an agent', count: 3 },
    { reason: 'All agents were busy', count: 1 },
    { reason: 'Reached voicemail only', count: 1 },
  ]);
});

it.each([
  ['form:Ads: roof quote', { kind: 'form', name: 'Ads: roof quote' }],
  ['crm:hubspot', { kind: 'crm', name: 'hubspot' }],
  ['inbound', { kind: 'inbound', name: null }],
  ['unknown', { kind: 'unknown', name: null }],
] as const)('the source %s has a kind and a name', (key, expected) => {
  expect(parseSource(key)).toEqual(expected);
});

it('sources after the first hundred are one', () => {
  const groups = Array.from({ length: 103 }, (_, n) => ({
    key: `form:${n}`,
    counts: { ...NONE, leads: n, calls: n },
    speed: NO_TIMES,
  }));
  const sources = sourcesOf(groups);
  expect(sources).toHaveLength(101);
  expect(sources[0]).toMatchObject({ key: 'form:102', leads: 102 });
  expect(sources.at(-1)).toMatchObject({ key: 'other', leads: 0 + 1 + 2, calls: 3 });
});
