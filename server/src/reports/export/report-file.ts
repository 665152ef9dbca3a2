import type { ReportRow } from '../core/report-rows.ts';
import { type CsvColumn, csvChunks } from './csv-file.ts';

const REPORT_COLUMNS: readonly CsvColumn<ReportRow>[] = [
  { name: 'section', cell: ({ section }) => section },
  { name: 'row', cell: ({ row }) => row },
  { name: 'column', cell: ({ column }) => column },
  { name: 'value', cell: ({ value }) => value },
];

export const reportChunks = (rows: readonly ReportRow[]): AsyncGenerator<string, void> =>
  csvChunks(REPORT_COLUMNS, inOneBatch(rows));

async function* inOneBatch<R>(rows: readonly R[]): AsyncGenerator<readonly R[], void> {
  yield rows;
}
