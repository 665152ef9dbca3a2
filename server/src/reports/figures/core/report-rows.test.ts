import type { Report } from '@offhook/contract/console/report-entities';
import { expect, it } from 'vitest';
import { reportRows } from './report-rows.ts';

const durations = { p50_ms: 1_200, p90_ms: null, count: 3 };
const report = {
  success: true,
  choices: { teams: [{ id: 1, name: 'Sales' }], agents: [], numbers: [] },
  time_zone: 'America/New_York',
  from: '2026-11-01',
  to: '2026-11-07',
  is_running: false,
  current: { leads: 5, speed: durations },
  before: { from: '2026-10-25', to: '2026-10-31', totals: { leads: 4, speed: durations } },
  steps: { ring: durations },
  days: [{ date: '2026-11-01', leads: 5 }],
  hours: [{ weekday: 1, hour: 10, calls: 2, contacted_calls: 1 }],
  sources: [{ key: 'form:Solar', kind: 'form', name: 'Solar', leads: 5 }],
  teams: [{ id: null, name: null, leads: 1 }],
  agents: [
    { id: 3, full_name: 'Ada', profile_picture: 'x', calls: 2, statuses: [{ key: 'lunch', seconds: 60 }] },
  ],
  numbers: [],
  attempts: [{ attempt: 1, leads: 4 }],
  statuses: [{ key: 'lunch', name: null, icon: 'x', seconds: 60 }],
  lost: [{ reason: 'Busy', count: 1 }],
  cost: {
    currency: 'USD',
    items: [{ item: 'text', quantity: 2, rate: 0.01, amount: 0.02 }],
    total: 0.02,
  },
} as unknown as Report;

it('a report is one line per value', () => {
  const lines = reportRows(report).map(({ section, row, column, value }) =>
    [section, row, column, value].join('|'),
  );
  expect(lines).toEqual([
    'period|current|from|2026-11-01',
    'period|current|to|2026-11-07',
    'period|current|time_zone|America/New_York',
    'period|current|leads|5',
    'period|current|speed.p50_ms|1200',
    'period|current|speed.p90_ms|',
    'period|current|speed.count|3',
    'period|before|from|2026-10-25',
    'period|before|to|2026-10-31',
    'period|before|time_zone|America/New_York',
    'period|before|leads|4',
    'period|before|speed.p50_ms|1200',
    'period|before|speed.p90_ms|',
    'period|before|speed.count|3',
    'steps|ring|p50_ms|1200',
    'steps|ring|p90_ms|',
    'steps|ring|count|3',
    'days|2026-11-01|leads|5',
    'hours|weekday 1 hour 10|weekday|1',
    'hours|weekday 1 hour 10|hour|10',
    'hours|weekday 1 hour 10|calls|2',
    'hours|weekday 1 hour 10|contacted_calls|1',
    'sources|form:Solar|kind|form',
    'sources|form:Solar|name|Solar',
    'sources|form:Solar|leads|5',
    'teams|none|name|',
    'teams|none|leads|1',
    'agents|3|full_name|Ada',
    'agents|3|calls|2',
    'agents|3|status_seconds.lunch|60',
    'attempts|1|leads|4',
    'statuses|lunch|name|',
    'statuses|lunch|seconds|60',
    'lost|Busy|count|1',
    'cost|text|quantity|2',
    'cost|text|rate|0.01',
    'cost|text|amount|0.02',
    'cost|total|amount|0.02',
    'cost|total|currency|USD',
  ]);
});
