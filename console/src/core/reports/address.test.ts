import { describe, expect, test } from 'vitest';
import {
  type ReportChange,
  readReportAddress,
  toAddressChanges,
  toReportFilters,
  toReportQuery,
} from './address.ts';

const TODAY = '2026-11-17';
const read = (search: string) => {
  const params = new URLSearchParams(search);
  return readReportAddress((name) => params.get(name), TODAY);
};
const change = (search: string, changes: ReportChange) => {
  const params = new URLSearchParams(search);
  for (const [name, value] of toAddressChanges(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return params.toString();
};

const DEFAULT = {
  name: 'week',
  range: { from: '2026-11-16', to: TODAY },
  before: { from: '2026-11-09', to: '2026-11-10' },
  team: '',
  agent: '',
  source: '',
  number: '',
  sort: { key: 'contacted', descending: true },
};

describe('the address of a report', () => {
  test.each([
    ['', {}],
    ['range=never&team=x&agent=-1&number=1.5&sort=color', {}],
    ['compare=none', { before: null }],
    [
      'range=custom&from=2026-11-01&to=2026-11-10',
      {
        name: 'custom',
        range: { from: '2026-11-01', to: '2026-11-10' },
        before: { from: '2026-10-22', to: '2026-10-31' },
      },
    ],
    ['range=custom&from=2026-11-10&to=2026-11-01', {}],
    ['range=custom', {}],
    [
      'range=yesterday&from=2026-11-01&to=2026-11-10',
      {
        name: 'yesterday',
        range: { from: '2026-11-16', to: '2026-11-16' },
        before: { from: '2026-11-15', to: '2026-11-15' },
      },
    ],
    [
      'team=3&agent=4&source=form%3ASolar&number=5',
      { team: '3', agent: '4', source: 'form:Solar', number: '5' },
    ],
    ['sort=speed', { sort: { key: 'speed', descending: false } }],
    ['sort=-missed', { sort: { key: 'missed', descending: true } }],
  ])('%j is read', (search, expected) => {
    expect(read(search)).toEqual({ ...DEFAULT, ...expected });
  });

  test.each([
    ['range=today', { range: { name: 'week' } }, ''],
    ['', { range: { name: 'month' } }, 'range=month'],
    [
      'range=month&team=3',
      { range: { name: 'custom', from: '2026-11-01', to: '2026-11-02' } },
      'range=custom&team=3&from=2026-11-01&to=2026-11-02',
    ],
    ['range=custom&from=2026-11-01&to=2026-11-02', { range: { name: 'last30' } }, 'range=last30'],
    ['team=3', { team: '', agent: '4' }, 'agent=4'],
    ['', { compares: false }, 'compare=none'],
    ['compare=none', { compares: true }, ''],
    ['sort=name', { sort: { key: 'contacted', descending: true } }, ''],
    ['', { sort: { key: 'missed', descending: true } }, 'sort=-missed'],
  ] as const)('%j with %j becomes %j', (search, changes, expected) => {
    expect(change(search, changes)).toBe(expected);
  });
});

describe('the filters of a report by mail', () => {
  test.each([{}, { team_id: 2 }, { team_id: 2, agent_id: 3, source: 'form:Solar, roof', number_id: 4 }])(
    '%j stay the same in the form',
    (filters) => {
      expect(toReportQuery(toReportFilters(filters))).toEqual(filters);
    },
  );
});
