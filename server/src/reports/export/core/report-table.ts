import type { ReportTable as TableName } from '@offhook/contract/console/report-entities';
import type { ReportRow } from '../../figures/core/report-rows.ts';

type Cell = ReportRow['value'];

export interface ReportTable {
  readonly columns: readonly string[];
  /** In the order of the columns. */
  readonly rows: readonly (readonly Cell[])[];
}

/** The name of the first column; null: the row's values say which it is. */
const KEYS: Readonly<Record<TableName, string | null>> = {
  agents: 'id',
  teams: 'id',
  numbers: 'id',
  sources: 'key',
  days: 'date',
  hours: null,
  steps: 'step',
  attempts: 'attempt',
  lost: 'reason',
  statuses: 'key',
  cost: 'item',
  period: 'period',
};

/** Those of a section by their names, so that each agent, team or day is one line of a spreadsheet. */
export function reportTable(rows: readonly ReportRow[], name: TableName): ReportTable {
  const ofTable = rows.filter(({ section }) => section === name);
  const key = KEYS[name];
  const values = [...new Set(ofTable.map(({ column }) => column))];
  const byRow = new Map<string, Map<string, Cell>>();
  for (const { row, column, value } of ofTable) {
    const cells = byRow.get(row) ?? new Map<string, Cell>();
    byRow.set(row, cells.set(column, value));
  }
  return {
    columns: key === null ? values : [key, ...values],
    rows: [...byRow].map(([row, cells]) => {
      const found = values.map((column) => cells.get(column) ?? null);
      return key === null ? found : [toNumber(row), ...found];
    }),
  };
}

/** An ID or the number of an attempt is a number, as in the other columns. */
const toNumber = (row: string): Cell => (/^\d{1,15}$/.test(row) ? Number(row) : row);
