import { expect, test } from 'vitest';
import { DEFAULT_STATUS_FILTER, passesFilter, STATUS_FILTERS } from './status-filter.ts';

test.each([
  ['available and on no call', { is_available: true, on_call_id: null }, ['all', 'online']],
  ['on a call', { is_available: false, on_call_id: 5 }, ['all', 'oncall']],
  ['available and on a call', { is_available: true, on_call_id: 5 }, ['all', 'oncall']],
  ['neither available nor on a call', { is_available: false, on_call_id: null }, ['all']],
])('an agent who is %s passes exactly these filters', (_, agent, filters) => {
  expect(STATUS_FILTERS.filter((filter) => passesFilter(agent, filter))).toEqual(filters);
});

test('a list shows online colleagues until another filter is chosen', () => {
  expect(DEFAULT_STATUS_FILTER).toBe('online');
});
