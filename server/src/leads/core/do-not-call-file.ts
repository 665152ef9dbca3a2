/** A file of numbers that must not be called: which cell of a line is the number, and how the list is written out. */
import { fieldsOfHeading } from './lead-columns.ts';

/** Which column has the numbers; the first line is a heading when one of its cells is the name of a phone number. */
export function numberColumn(firstLine: readonly string[]): {
  readonly column: number;
  readonly isHeading: boolean;
} {
  const named = fieldsOfHeading(firstLine).indexOf('phone_number');
  if (named >= 0) return { column: named, isHeading: true };
  const title = (firstLine[0] ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
  return { column: 0, isHeading: TITLES.has(title) };
}

const TITLES = new Set(['number', 'numbers', 'phonenumbers', 'donotcall', 'dnc']);

/** The number as it was written; spreadsheets are told by an apostrophe that a cell is text. */
export function numberOfLine(cells: readonly string[], column: number): string {
  return (cells[column] ?? '').trim().replace(/^'/, '');
}

export interface WrittenEntry {
  readonly phone_number: string;
  readonly source: string;
  /** ISO 8601 */
  readonly since: string;
}

export const FILE_HEADING = 'phone_number,source,since\r\n';

/** A spreadsheet takes a cell that begins with + for a formula: the apostrophe says that it is text. */
export function fileLine({ phone_number, source, since }: WrittenEntry): string {
  return `'${phone_number},${source},${since}\r\n`;
}
