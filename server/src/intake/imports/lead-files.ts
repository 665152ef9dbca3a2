/** A file of leads: kept in the database in pieces, so that any process can go on with it, and read record by record. */
import { CsvError, parse } from 'csv-parse/sync';
import { and, eq } from 'drizzle-orm';
import { EncodingGuess, type FileEncoding, faultOfText, textDecoder } from '../../leads/core/file-text.ts';
import type { Database } from '../../platform/database/database.ts';
import { leadImportParts } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';

const PIECE_BYTES = 256 * 1024;
/** Of one record, in characters; all that is read of a lead is much less. */
const LONGEST = 64 * 1024;
/** A value in quotes may go on over so many lines. */
const MOST_LINES = 50;

/**
 * Keeps the file; as much of it as one piece is in memory at a time.
 * @throws Refusal fileTooLarge
 */
export async function keepFile(
  db: Database,
  importId: number,
  file: AsyncIterable<Buffer>,
  mostBytes: number,
): Promise<FileEncoding> {
  const guess = new EncodingGuess();
  let waiting: Buffer[] = [];
  let size = 0;
  let total = 0;
  let n = 0;
  const keep = async () => {
    const bytes = Buffer.concat(waiting, size);
    waiting = [];
    size = 0;
    guess.take(bytes);
    await db.insert(leadImportParts).values({ import_id: importId, n, bytes });
    n += 1;
  };
  for await (const chunk of file) {
    total += chunk.length;
    if (total > mostBytes) throw new ApiError('fileTooLarge');
    waiting.push(chunk);
    size += chunk.length;
    if (size >= PIECE_BYTES) await keep();
  }
  if (size > 0) await keep();
  return guess.conclude();
}

export interface FileRecord {
  /** Of the file, from 1: the last one, where it has several. */
  readonly line: number;
  /** Or why it cannot be read. */
  readonly cells: readonly string[] | string;
}

/** What was kept, in the order of the file: the same records each time. Lines with nothing in them are none. */
export async function* recordsOf(
  db: Database,
  importId: number,
  encoding: FileEncoding,
): AsyncGenerator<FileRecord, void> {
  const lines = linesOf(texts(db, importId, encoding));
  const back: Line[] = [];
  const take = async (): Promise<Line | null> => back.shift() ?? (await lines.next()).value ?? null;
  let delimiter: string | null = null;
  for (let first = await take(); first !== null; first = await take()) {
    const { line, text } = first;
    if (text.length > LONGEST) {
      yield { line, cells: 'The line is too long.' };
      continue;
    }
    delimiter ??= delimiterOf(text);
    const parts = [first];
    let cells = cellsOf(text, delimiter, true);
    while (cells === 'open') {
      const more = await take();
      if (more !== null) parts.push(more);
      if (more === null || isTooMuch(parts)) break;
      // Only a quotation mark can be the end.
      if (more.text.includes('"')) cells = cellsOf(joined(parts), delimiter, false);
    }
    if (typeof cells === 'string') {
      // Its end never came: the lines after it stand for themselves.
      back.unshift(...parts.slice(1));
      yield { line, cells: 'The line has a quotation mark that is not closed.' };
    } else if (cells.length > 0) {
      yield { line: parts.at(-1)?.line ?? line, cells: faultOfText(joined(parts), encoding) ?? cells };
    }
  }
}

interface Line {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

function joined(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('\n');
}

function isTooMuch(lines: readonly Line[]): boolean {
  return lines.length > MOST_LINES || lines.reduce((sum, { text }) => sum + text.length, 0) > LONGEST;
}

/** A comma, or what spreadsheets of other countries write in its place: whatever makes the heading's most columns. */
function delimiterOf(heading: string): string {
  const count = (delimiter: string) => heading.split(delimiter).length;
  return [';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best), ',');
}

/**
 * `open`: a value in quotes does not end here; `broken`: nor will it.
 * @param isRelaxed a stray quotation mark is a character like others: in one line it can be no more than that
 */
function cellsOf(text: string, delimiter: string, isRelaxed: boolean): readonly string[] | 'open' | 'broken' {
  try {
    const [cells = []] = parse(text, {
      delimiter,
      // Lines are ended already; what is left of them is within quotes.
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

async function* texts(db: Database, importId: number, encoding: FileEncoding): AsyncGenerator<string, void> {
  const decode = textDecoder(encoding);
  for (let n = 0; ; n += 1) {
    const [part] = await db
      .select({ bytes: leadImportParts.bytes })
      .from(leadImportParts)
      .where(and(eq(leadImportParts.import_id, importId), eq(leadImportParts.n, n)));
    yield decode(part?.bytes ?? null);
    if (!part) return;
  }
}

/** Lines end as the first one does; of one that is too long there is only so much that this is seen. */
async function* linesOf(source: AsyncIterable<string>): AsyncGenerator<Line, void> {
  let end: '\n' | '\r' | null = null;
  let rest = '';
  let line = 0;
  const finished = (text: string): Line => {
    line += 1;
    return { line, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  };
  for await (const piece of source) {
    const text = rest + piece;
    // A return at the very end may be the first half of an end of two characters.
    if (end === null) {
      if (text.includes('\n') || text.length > 2 * LONGEST) end = '\n';
      if (end === null && /\r./.test(text)) end = '\r';
    }
    const parts: string[] = end === null ? [text] : text.split(end);
    rest = parts.pop() ?? '';
    for (const one of parts) yield finished(one);
    if (rest.length > 2 * LONGEST) rest = rest.slice(0, LONGEST + 1);
  }
  if (rest !== '') yield finished(rest);
}
