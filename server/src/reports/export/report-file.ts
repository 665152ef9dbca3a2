import type { ReportRow } from '../figures/core/report-rows.ts';
import type { ReportTable } from './core/report-table.ts';
import { type CsvColumn, csvChunks } from './csv-file.ts';

type Cell = ReportRow['value'];

const REPORT_COLUMNS: readonly CsvColumn<ReportRow>[] = [
  { name: 'section', cell: ({ section }) => section },
  { name: 'row', cell: ({ row }) => row },
  { name: 'column', cell: ({ column }) => column },
  { name: 'value', cell: ({ value }) => value },
];

export const reportChunks = (rows: readonly ReportRow[]): AsyncGenerator<string, void> =>
  csvChunks(REPORT_COLUMNS, inOneBatch(rows));

export const tableChunks = ({ columns, rows }: ReportTable): AsyncGenerator<string, void> =>
  csvChunks(
    columns.map((name, at) => ({ name, cell: (cells: readonly Cell[]) => cells[at] ?? null })),
    inOneBatch(rows),
  );

async function* inOneBatch<R>(rows: readonly R[]): AsyncGenerator<readonly R[], void> {
  yield rows;
}
