/** Files are stored in chunks in the database, so that any process can continue the import. */
import { CsvError, parse } from 'csv-parse/sync';
import { and, eq } from 'drizzle-orm';
import {
  createTextDecoder,
  EncodingDetector,
  type FileEncoding,
  findTextProblem,
} from '../../leads/core/file-text.ts';
import { english } from '../../platform/core/sentences.ts';
import type { Database } from '../../platform/database/database.ts';
import { leadImportParts } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';

const CHUNK_BYTES = 256 * 1024;
/** Much longer than all fields of a lead together. */
const MAX_RECORD_CHARACTERS = 64 * 1024;
const MAX_RECORD_LINES = 50;

/** Holds one chunk in memory at a time. @throws ApiError fileTooLarge */
export async function storeFile(
  db: Database,
  importId: number,
  file: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<FileEncoding> {
  const detector = new EncodingDetector();
  let buffered: Buffer[] = [];
  let size = 0;
  let total = 0;
  let n = 0;
  const storeChunk = async () => {
    const bytes = Buffer.concat(buffered, size);
    buffered = [];
    size = 0;
    detector.push(bytes);
    await db.insert(leadImportParts).values({ import_id: importId, n, bytes });
    n += 1;
  };
  for await (const chunk of file) {
    total += chunk.length;
    if (total > maxBytes) throw new ApiError('fileTooLarge');
    buffered.push(chunk);
    size += chunk.length;
    if (size >= CHUNK_BYTES) await storeChunk();
  }
  if (size > 0) await storeChunk();
  return detector.finish();
}

export interface FileRecord {
  /** From 1; the last line of a multi-line record. */
  readonly line: number;
  /** An error text if the record can't be parsed. */
  readonly cells: readonly string[] | string;
}

/** Yields the same records on each call, without empty lines. */
export async function* readRecords(
  db: Database,
  importId: number,
  encoding: FileEncoding,
): AsyncGenerator<FileRecord, void> {
  const lines = splitLines(readText(db, importId, encoding));
  const pushedBack: Line[] = [];
  const nextLine = async (): Promise<Line | null> => pushedBack.shift() ?? (await lines.next()).value ?? null;
  let delimiter: string | null = null;
  for (let first = await nextLine(); first !== null; first = await nextLine()) {
    const { line, text } = first;
    if (text.length > MAX_RECORD_CHARACTERS) {
      yield { line, cells: english({ id: 'import.lineTooLong' }) };
      continue;
    }
    delimiter ??= detectDelimiter(text);
    const parts = [first];
    let cells = parseCells(text, delimiter, true);
    while (cells === 'open') {
      const more = await nextLine();
      if (more !== null) parts.push(more);
      if (more === null || exceedsLimits(parts)) break;
      // Only a line with a quotation mark can close the value.
      if (more.text.includes('"')) cells = parseCells(joinLines(parts), delimiter, false);
    }
    if (typeof cells === 'string') {
      // The quote never closes, so the following lines are parsed as records.
      pushedBack.unshift(...parts.slice(1));
      yield { line, cells: english({ id: 'import.openQuote' }) };
    } else if (cells.length > 0) {
      yield { line: parts.at(-1)?.line ?? line, cells: findTextProblem(joinLines(parts), encoding) ?? cells };
    }
  }
}

interface Line {
  readonly line: number;
  readonly text: string;
}

function joinLines(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('\n');
}

function exceedsLimits(lines: readonly Line[]): boolean {
  return (
    lines.length > MAX_RECORD_LINES ||
    lines.reduce((sum, { text }) => sum + text.length, 0) > MAX_RECORD_CHARACTERS
  );
}

/** Returns the delimiter that splits the heading into the most columns. Spreadsheets use `;` in some locales. */
function detectDelimiter(heading: string): string {
  const count = (delimiter: string) => heading.split(delimiter).length;
  return [';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best), ',');
}

/** `open`: a quoted value continues on the next line. @param isRelaxed accepts stray quotation marks */
function parseCells(
  text: string,
  delimiter: string,
  isRelaxed: boolean,
): readonly string[] | 'open' | 'broken' {
  // Most lines. Starting the parser costs more than reading the line.
  if (!text.includes('"')) return text === '' ? [] : text.split(delimiter);
  try {
    const [cells = []] = parse(text, {
      delimiter,
      // The text is already split into lines. Remaining line breaks are inside quotes.
      record_delimiter: '\u0000\u0000',
      relax_column_count: true,
      relax_quotes: isRelaxed,
      skip_empty_lines: true,
    }) as string[][];
    return cells;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open' : 'broken';
  }
}

async function* readText(
  db: Database,
  importId: number,
  encoding: FileEncoding,
): AsyncGenerator<string, void> {
  const decode = createTextDecoder(encoding);
  for (let n = 0; ; n += 1) {
    const [part] = await db
      .select({ bytes: leadImportParts.bytes })
      .from(leadImportParts)
      .where(and(eq(leadImportParts.import_id, importId), eq(leadImportParts.n, n)));
    yield decode(part?.bytes ?? null);
    if (!part) return;
  }
}

/** Splits at the line ending of the first line. Lines that are too long are truncated. */
async function* splitLines(source: AsyncIterable<string>): AsyncGenerator<Line, void> {
  let lineEnd: '\n' | '\r' | null = null;
  let rest = '';
  let line = 0;
  const toLine = (text: string): Line => {
    line += 1;
    return { line, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  };
  for await (const piece of source) {
    const text = rest + piece;
    // A trailing \r may be the first half of \r\n.
    if (lineEnd === null) {
      if (text.includes('\n') || text.length > 2 * MAX_RECORD_CHARACTERS) lineEnd = '\n';
      if (lineEnd === null && /\r./.test(text)) lineEnd = '\r';
    }
    const parts: string[] = lineEnd === null ? [text] : text.split(lineEnd);
    rest = parts.pop() ?? '';
    for (const line of parts) yield toLine(line);
    if (rest.length > 2 * MAX_RECORD_CHARACTERS) rest = rest.slice(0, MAX_RECORD_CHARACTERS + 1);
  }
  if (rest !== '') yield toLine(rest);
}
