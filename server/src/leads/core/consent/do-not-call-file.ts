import { fieldsFromHeading } from '../lead-columns.ts';

/** The first line is a header row if one of its cells names a phone number. */
export function findNumberColumn(firstLine: readonly string[]): {
  readonly column: number;
  readonly isHeading: boolean;
} {
  const named = fieldsFromHeading(firstLine).indexOf('phone_number');
  if (named >= 0) return { column: named, isHeading: true };
  const title = (firstLine[0] ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
  return { column: 0, isHeading: TITLES.has(title) };
}

const TITLES = new Set(['number', 'numbers', 'phonenumbers', 'donotcall', 'dnc']);

/** Removes the apostrophe that marks a cell as text in spreadsheets. */
export function readNumberCell(cells: readonly string[], column: number): string {
  return (cells[column] ?? '').trim().replace(/^'/, '');
}

export interface FileEntry {
  readonly phone_number: string;
  readonly source: string;
  readonly since: string;
}

export const FILE_HEADING = 'phone_number,source,since\r\n';

/** The apostrophe marks the cell as text: spreadsheets run a cell that starts with + as a formula. */
export function formatFileLine({ phone_number, source, since }: FileEntry): string {
  return `'${phone_number},${source},${since}\r\n`;
}
