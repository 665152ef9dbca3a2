import { STATUS_FILTERS } from '@offhook/contract/agent/status-filter';
import { expect, test } from 'vitest';
import { type AgentFilters, initialFilters, statusLabel, withFilter, withPage } from './agent-filters.ts';

test('a list opens with the first page of online agents', () => {
  expect(initialFilters).toEqual({ status: 'online', teamId: null, search: '', page: 1 });
});

test.each([
  ['transfer', ['All Statuses', 'Available', 'On Call']],
  ['conference', ['All Statuses', 'Online', 'On Call']],
] as const)('the %s panel labels the statuses all, online and oncall', (panel, labels) => {
  expect(STATUS_FILTERS.map((status) => statusLabel(panel, status))).toEqual(labels);
  expect(STATUS_FILTERS).toEqual(['all', 'online', 'oncall']);
});

const third: AgentFilters = { status: 'all', teamId: 7, search: 'ann', page: 3 };

test.each<[string, number, Partial<AgentFilters>]>([
  ['another status', 1, { status: 'oncall' }],
  ['another team', 1, { teamId: 8 }],
  ['all teams', 1, { teamId: null }],
  ['another search', 1, { search: 'an' }],
  ['the same filter', 3, { status: 'all', teamId: 7, search: 'ann' }],
])('%s shows page %i', (_sentence, page, change) => {
  expect(withFilter(third, change)).toEqual({ ...third, ...change, page });
});

test.each<[string, number, number | null, number]>([
  ['Next', 4, 5, 4],
  ['Previous', 2, 5, 2],
  ['not below the first page', 0, 5, 1],
  ['not above the last page', 6, 5, 5],
  ['not before the first response', 4, null, 3],
  ['back to the last page of a shorter list', 3, 2, 2],
])('paging: %s', (_sentence, page, lastPage, expected) => {
  expect(withPage(third, page, lastPage).page).toBe(expected);
});
