import { stringify } from 'csv-stringify/sync';
import { safeCell } from './core/safe-cell.ts';

type Cell = string | number | boolean | null;

export interface CsvColumn<R> {
  readonly name: string;
  readonly cell: (row: R) => Cell;
}

/** One chunk per batch, so that only one batch is in memory. */
export async function* csvChunks<R>(
  columns: readonly CsvColumn<R>[],
  batches: AsyncIterable<readonly R[]>,
): AsyncGenerator<string, void> {
  // Excel reads a file without the byte order mark in the computer's own encoding.
  // A status’s key may be part of a name.
  yield write([columns.map(({ name }) => safeCell(name))], true);
  for await (const rows of batches) {
    if (rows.length > 0) yield write(rows.map((row) => columns.map(({ cell }) => toText(cell(row)))));
  }
}

const write = (records: readonly (readonly string[])[], bom = false): string =>
  stringify([...records.map((record) => [...record])], { bom, record_delimiter: 'windows' });

const toText = (cell: Cell): string =>
  typeof cell === 'string' ? safeCell(cell) : cell === null ? '' : String(cell);
