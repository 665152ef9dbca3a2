import type { HistoryItem } from '@offhook/contract/calls/history';
import { describe, expect, it, test } from 'vitest';
import { historyItem, lead } from '../sample-events.ts';
import { hasNextPage, historyRow, removedNumbers } from './history-rows.ts';

const item = historyItem({
  seconds: 12,
  duration: '0:12',
  user: null,
  lead: {
    fname: 'Olga',
    lname: 'Line',
    label: 'Olga Line',
    phone_number: '+14155550100',
    phone_number_formatted: '(415) 555-0100',
  },
  phone_number_formatted: '(415) 555-0100',
});

describe('a history row', () => {
  it('shows the dialed extension and dials it again', () => {
    const row = historyRow({ ...item, extension: '12' }, 100);
    expect(row.phone).toBe('(415) 555-0100 ext. 12');
    expect(row.lead?.prefill).toEqual({ fname: 'Olga', lname: 'Line', phoneNumber: '+14155550100 ext. 12' });
    expect(historyRow({ ...item, lead: null, extension: '12' }, 100).phone).toBe('(415) 555-0100 ext. 12');
  });

  it('shows the name at the time of the call, and calls again under the current name', () => {
    const lead = { ...item.lead, present_name: { fname: 'Olga', lname: 'Lind' } } as HistoryItem['lead'];
    const row = historyRow({ ...item, lead }, 100);
    expect(row.lead?.name).toBe('Olga Line');
    expect(row.lead?.prefill).toMatchObject({ fname: 'Olga', lname: 'Lind' });
  });

  it.each([null, undefined])('shows the number alone without an extension (%s)', (extension) => {
    const row = historyRow({ ...item, extension }, 100);
    expect(row.phone).toBe('(415) 555-0100');
    expect(row.lead?.prefill.phoneNumber).toBe('+14155550100');
  });
});

test('a lead that the agent removed must not be called; a removed caller without a lead has no number', () => {
  const removed = { ...item, result: 'removed' } as const;
  const items = [
    { ...item, result: 'contacted' as const },
    { ...removed, lead: null },
  ];
  expect([...removedNumbers(items)]).toEqual([]);
  expect([...removedNumbers([...items, removed])]).toEqual(['+14155550100']);
});

const ordinary = historyItem({ seconds: 75, duration: '1:15', lead });

test.each<[string, Partial<typeof ordinary>, Partial<ReturnType<typeof historyRow>>]>([
  ['an outbound call', {}, { icon: 'call_made', status: '1:15', reason: null }],
  ['any other direction', { direction: 'x' }, { icon: 'call_received' }],
  ['missed', { status: 'missed', seconds: 0 }, { status: 'Missed', reason: 'No agents answered' }],
  ['busy', { status: 'busy', seconds: 0 }, { status: 'Busy', reason: 'All agents busy' }],
  ['offline', { status: 'offline', seconds: 0 }, { status: 'Offline', reason: 'Outside availability hours' }],
  ['in-progress', { status: 'in-progress', seconds: 0 }, { status: 'In Progress' }],
  ['ringing', { status: 'ringing', seconds: 0 }, { status: 'Ringing' }],
  [
    'another status with 0 seconds',
    { status: 'canceled', seconds: 0 },
    { status: 'No Answer', reason: null },
  ],
])('the history row of: %s', (_sentence, changed, expected) => {
  expect(historyRow({ ...ordinary, ...changed }, 100)).toMatchObject(expected);
});

test('a history row shows retries, follow-ups and names', () => {
  const tried = { ...ordinary, retry: 3, lead_retry: 2 };
  expect(historyRow(tried, 100)).toMatchObject({ retry: 'Retry #3', followup: 'Followup #2' });
  expect(historyRow(ordinary, 100)).toMatchObject({ retry: null, followup: null, agent: 'Ann Agent' });
  expect(historyRow({ ...ordinary, user: null } as never, 100).agent).toBeNull();
  expect(historyRow(ordinary, 100).lead?.name).toBe('Roof quote');
  expect(historyRow(ordinary, 6671).lead?.name).toBe('Lee Day');
  expect(historyRow({ ...ordinary, lead: null }, 100).lead).toBeNull();
});

test.each([
  ['before the last page', 1, 5, 2, true],
  ['on the last page, even if full', 2, 5, 2, false],
  ['on a full page without a known last page', 1, 5, null, true],
  ['on a partial page without a known last page', 1, 4, null, false],
  ['on an empty page', 1, 0, null, false],
])('whether the history has a next page: %s', (_where, page, items, lastPage, expected) => {
  expect(hasNextPage(page, items, lastPage)).toBe(expected);
});
