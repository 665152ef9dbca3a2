// A file is read completely, then its numbers are added in batches, so that calls don't wait for it. An upload can be
// repeated after a failure.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DoNotCallFileAnswer } from '@offhook/contract/leads/do-not-call-file';
import { parse } from 'csv-parse';
import { type Database, transaction } from '../../platform/database/database.ts';
import { auditLog } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { readNumber } from '../../platform/phone-numbers/phone-numbers.ts';
import type { Clock } from '../../platform/process/clock.ts';
import {
  FILE_HEADING,
  findNumberColumn,
  formatFileLine,
  readNumberCell,
} from '../core/consent/do-not-call-file.ts';
import { addToDoNotCallList, type Listing } from './do-not-call.ts';
import { readEntriesAfter } from './do-not-call-view.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_FILE_NUMBERS = 200_000;
/** Invalid lines beyond this are only counted. */
const MAX_REPORTED_LINES = 100;
const BATCH_SIZE = 1_000;
const MAX_LINE_CHARACTERS = 10_000;

export interface FileNumbers {
  /** E.164, distinct, in the order of the file. */
  readonly numbers: readonly string[];
  readonly invalid: number;
  /** The line numbers of the first ones, starting at 1. */
  readonly invalidLines: readonly number[];
}

/**
 * `country` is for numbers without a country code; `maxNumbers` limits both distinct numbers and invalid lines.
 * Throws ApiError fileTooLarge, badFile.
 */
export async function readNumbers(
  file: AsyncIterable<Buffer>,
  country: string,
  maxNumbers = MAX_FILE_NUMBERS,
): Promise<FileNumbers> {
  const numbers = new Set<string>();
  const invalidLines: number[] = [];
  let invalid = 0;
  let column: number | null = null;
  let seen = 0;
  for await (const { record, info } of readRecords(file)) {
    seen += 1;
    if (seen % BATCH_SIZE === 0) await yieldToEventLoop();
    if (column === null) {
      const first = findNumberColumn(record);
      column = first.column;
      if (first.isHeading) continue;
    }
    const read = readNumber(readNumberCell(record, column), country);
    if (read === null) {
      invalid += 1;
      if (invalidLines.length < MAX_REPORTED_LINES) invalidLines.push(info.lines);
    } else numbers.add(read.phoneNumber);
    if (numbers.size > maxNumbers || invalid > maxNumbers) throw new ApiError('fileTooLarge');
  }
  return { numbers: [...numbers], invalid, invalidLines };
}

interface FileRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function* readRecords(file: AsyncIterable<Buffer>): AsyncGenerator<FileRecord, void> {
  const parser = parse({
    bom: true,
    delimiter: [',', ';', '\t'],
    info: true,
    max_record_size: MAX_LINE_CHARACTERS,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  let bytes = 0;
  const upload = (async () => {
    for await (const chunk of file) {
      bytes += chunk.length;
      if (bytes > MAX_FILE_BYTES) throw new ApiError('fileTooLarge');
      if (!parser.write(chunk)) await new Promise((done) => parser.once('drain', done));
    }
    parser.end();
  })().catch((error: unknown) => void parser.destroy(error as Error));
  try {
    yield* parser as AsyncIterable<FileRecord>;
    await upload;
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('badFile');
  }
}

interface Sender {
  readonly accountId: number;
  readonly country: string;
  readonly by: number | null;
  readonly apiKeyId: number | null;
  readonly address: string | null;
}

export interface DoNotCallFiles {
  /** @throws ApiError fileTooLarge, badFile */
  importFile(sender: Sender, file: AsyncIterable<Buffer>): ReturnType<typeof importNumbers>;
  exportFile(accountId: number): AsyncGenerator<string, void>;
}

export function createDoNotCallFiles(deps: {
  readonly db: Database;
  readonly clock: Clock;
  /** Makes the account's open pages reload their settings. */
  readonly settingsUpdated: (accountId: number) => void;
}): DoNotCallFiles {
  return {
    async importFile(sender, file) {
      const answer = await importNumbers(deps.db, sender, file, deps.clock.now());
      deps.settingsUpdated(sender.accountId);
      return answer;
    },
    exportFile: (accountId) => exportLines(deps.db, accountId),
  };
}

/** The audit log entry is written before the first number. @throws ApiError fileTooLarge, badFile */
async function importNumbers(
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
    subject: `do-not-call list: a file of ${numbers.length} numbers${sender.apiKeyId === null ? '' : `, by api key ${sender.apiKeyId}`}`,
    address: sender.address,
    at: new Date(now),
  });
  const listing: Listing = { source: 'file', by: sender.by };
  let added = 0;
  for (let from = 0; from < numbers.length; from += BATCH_SIZE) {
    const batch = numbers.slice(from, from + BATCH_SIZE);
    added += await transaction(db, (tx) => addToDoNotCallList(tx, sender.accountId, batch, listing, now));
  }
  return { added, already_listed: numbers.length - added, invalid, invalid_lines: [...invalidLines] };
}

async function* exportLines(db: Database, accountId: number): AsyncGenerator<string, void> {
  yield FILE_HEADING;
  for (let after: string | null = null; ; ) {
    const rows = await readEntriesAfter(db, accountId, after, BATCH_SIZE);
    yield rows.map((row) => formatFileLine({ ...row, since: new Date(row.since).toISOString() })).join('');
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)?.phone_number ?? null;
  }
}
