import { STATUS_FILTERS } from '@offhook/contract/status-filter';
import { expect, test } from 'vitest';
import { type AgentFilters, initialFilters, statusLabel, withFilter, withPage } from './agent-filters.ts';

test('a list opens with the first page of online agents', () => {
  expect(initialFilters).toEqual({ status: 'online', teamId: null, search: '', page: 1 });
});

test.each([
  ['transfer', ['All Statuses', 'Available', 'On Call']],
  ['conference', ['All Statuses', 'Online', 'On Call']],
] as const)('the options of %s stand for all, online and oncall', (panel, labels) => {
  expect(STATUS_FILTERS.map((status) => statusLabel(panel, status))).toEqual(labels);
  expect(STATUS_FILTERS).toEqual(['all', 'online', 'oncall']);
});

const third: AgentFilters = { status: 'all', teamId: 7, search: 'ann', page: 3 };

test.each<[string, Partial<AgentFilters>, number]>([
  ['another status', { status: 'oncall' }, 1],
  ['another team', { teamId: 8 }, 1],
  ['all teams', { teamId: null }, 1],
  ['another search', { search: 'an' }, 1],
  ['the same once more', { status: 'all', teamId: 7, search: 'ann' }, 3],
])('%s goes to page %3$i', (_sentence, change, page) => {
  expect(withFilter(third, change)).toEqual({ ...third, ...change, page });
});

test.each<[string, number, number | null, number]>([
  ['Next', 4, 5, 4],
  ['Previous', 2, 5, 2],
  ['never below the first page', 0, 5, 1],
  ['never over the last', 6, 5, 5],
  ['nowhere while nothing has come', 4, null, 3],
  ['back to the last page when the list has become shorter', 3, 2, 2],
])('page: %s', (_sentence, page, lastPage, expected) => {
  expect(withPage(third, page, lastPage).page).toBe(expected);
});
