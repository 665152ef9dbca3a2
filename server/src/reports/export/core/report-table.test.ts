import { expect, it } from 'vitest';
import type { ReportRow } from '../../figures/core/report-rows.ts';
import { reportTable } from './report-table.ts';

const row = (section: string, of: string, column: string, value: ReportRow['value']): ReportRow => ({
  section,
  row: of,
  column,
  value,
});

const rows = [
  row('agents', '3', 'full_name', 'Ada'),
  row('agents', '3', 'calls', 2),
  row('agents', '3', 'status_seconds.lunch', 60),
  row('agents', '12', 'full_name', 'Ben'),
  row('agents', '12', 'calls', 0),
  row('hours', 'weekday 1 hour 10', 'weekday', 1),
  row('hours', 'weekday 1 hour 10', 'hour', 10),
  row('teams', 'none', 'name', null),
];

it('a table of a report has one line per agent, and a column per value', () => {
  expect(reportTable(rows, 'agents')).toEqual({
    columns: ['id', 'full_name', 'calls', 'status_seconds.lunch'],
    rows: [
      [3, 'Ada', 2, 60],
      [12, 'Ben', 0, null],
    ],
  });
});

it('hours have columns of their own, and what is of no team by “none”', () => {
  expect(reportTable(rows, 'hours')).toEqual({ columns: ['weekday', 'hour'], rows: [[1, 10]] });
  expect(reportTable(rows, 'teams').rows).toEqual([['none', null]]);
});

it('a table without lines has its first column', () => {
  expect(reportTable(rows, 'lost')).toEqual({ columns: ['reason'], rows: [] });
});
