/**
 * Files of numbers for the do-not-call list. A file is read whole before the first number is listed; then its numbers
 * are listed in steps, so that calls do not wait for it. To send it again after a failure does nothing twice.
 */
import { setImmediate as breath } from 'node:timers/promises';
import type { DoNotCallFileAnswer } from '@offhook/contract/do-not-call-file';
import { parse } from 'csv-parse';
import { type Database, transaction } from '../platform/database/database.ts';
import { auditLog } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { readNumber } from '../platform/phone-numbers/phone-numbers.ts';
import type { Clock } from '../platform/process/clock.ts';
import { FILE_HEADING, fileLine, numberColumn, numberOfLine } from './core/do-not-call-file.ts';
import { type Listing, listNumbers } from './do-not-call.ts';
import { numbersAfter } from './do-not-call-view.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_FILE_NUMBERS = 200_000;
/** More are counted and not named. */
const MAX_NAMED_LINES = 100;
const STEP = 1_000;
const LONGEST_LINE = 10_000;

export interface ReadFile {
  /** + and digits, each once, in the order of the file. */
  readonly numbers: readonly string[];
  readonly invalid: number;
  /** The first of them, as lines of the file: the first line is 1. */
  readonly invalidLines: readonly number[];
}

/**
 * @param country in which numbers without a country are read
 * @param most of the numbers, and of the lines without one
 * @throws Refusal fileTooLarge, badFile
 */
export async function readNumbers(
  file: AsyncIterable<Buffer>,
  country: string,
  most = MAX_FILE_NUMBERS,
): Promise<ReadFile> {
  const numbers = new Set<string>();
  const invalidLines: number[] = [];
  let invalid = 0;
  let column: number | null = null;
  let seen = 0;
  for await (const { record, info } of records(file)) {
    seen += 1;
    if (seen % STEP === 0) await breath();
    if (column === null) {
      const first = numberColumn(record);
      column = first.column;
      if (first.isHeading) continue;
    }
    const read = readNumber(numberOfLine(record, column), country);
    if (read === null) {
      invalid += 1;
      if (invalidLines.length < MAX_NAMED_LINES) invalidLines.push(info.lines);
    } else numbers.add(read.phoneNumber);
    if (numbers.size > most || invalid > most) throw new ApiError('fileTooLarge');
  }
  return { numbers: [...numbers], invalid, invalidLines };
}

interface FileRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function* records(file: AsyncIterable<Buffer>): AsyncGenerator<FileRecord, void> {
  const parser = parse({
    bom: true,
    delimiter: [',', ';', '\t'],
    info: true,
    max_record_size: LONGEST_LINE,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  let bytes = 0;
  const fed = (async () => {
    for await (const part of file) {
      bytes += part.length;
      if (bytes > MAX_FILE_BYTES) throw new ApiError('fileTooLarge');
      if (!parser.write(part)) await new Promise((done) => parser.once('drain', done));
    }
    parser.end();
  })().catch((error: unknown) => void parser.destroy(error as Error));
  try {
    yield* parser as AsyncIterable<FileRecord>;
    await fed;
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('badFile');
  }
}

interface Sender {
  readonly accountId: number;
  readonly country: string;
  readonly by: number | null;
  readonly address: string | null;
}

export interface DoNotCallFiles {
  /** @throws Refusal fileTooLarge, badFile */
  list(sender: Sender, file: AsyncIterable<Buffer>): ReturnType<typeof listFile>;
  /** The account's list as CSV, in pieces. */
  write(accountId: number): AsyncGenerator<string, void>;
}

export function createDoNotCallFiles(parts: {
  readonly db: Database;
  readonly clock: Clock;
  /** Called after a change: pages of the account that show the list ask again. */
  readonly settingsUpdated: (accountId: number) => void;
}): DoNotCallFiles {
  return {
    async list(sender, file) {
      const answer = await listFile(parts.db, sender, file, parts.clock.now());
      parts.settingsUpdated(sender.accountId);
      return answer;
    },
    write: (accountId) => writtenList(parts.db, accountId),
  };
}

/** The audit log says that a file came before its first number is listed. @throws Refusal fileTooLarge, badFile */
async function listFile(
  db: Database,
  sender: Sender,
  file: AsyncIterable<Buffer>,
  now: number,
): Promise<Omit<DoNotCallFileAnswer, 'success'>> {
  const { numbers, invalid, invalidLines } = await readNumbers(file, sender.country);
  if (numbers.length === 0 && invalid === 0) throw new ApiError('badFile');
  await db.insert(auditLog).values({
    account_id: sender.accountId,
    user_id: sender.by,
    action: 'do-not-call import',
    subject: `do-not-call list: a file of ${numbers.length} numbers`,
    address: sender.address,
    at: new Date(now),
  });
  const listing: Listing = { source: 'file', by: sender.by };
  let added = 0;
  for (let from = 0; from < numbers.length; from += STEP) {
    const step = numbers.slice(from, from + STEP);
    added += await transaction(db, (tx) => listNumbers(tx, sender.accountId, step, listing, now));
  }
  return { added, already_listed: numbers.length - added, invalid, invalid_lines: [...invalidLines] };
}

/** The list as CSV, in the order of the numbers. */
async function* writtenList(db: Database, accountId: number): AsyncGenerator<string, void> {
  yield FILE_HEADING;
  for (let after: string | null = null; ; ) {
    const rows = await numbersAfter(db, accountId, after, STEP);
    yield rows.map((row) => fileLine({ ...row, since: new Date(row.since).toISOString() })).join('');
    if (rows.length < STEP) return;
    after = rows.at(-1)?.phone_number ?? null;
  }
}
