/** Files of leads: each line is a lead of the intake, called when its turn comes; each has a line in the report. */
import { LeadIntake } from '@offhook/contract/requests';
import { parse } from 'csv-parse';
import { and, asc, eq, gt } from 'drizzle-orm';
import * as z from 'zod/mini';
import { fieldsOfHeading, type LeadField, leadOfLine } from '../core/lead-columns.ts';
import { Refusal } from '../refusal.ts';
import { leadImportLines, leadImports } from '../store/schema.ts';
import type { Account } from './api-keys.ts';
import type { StepParts } from './call-steps.ts';
import type { LeadAnswer } from './leads.ts';
import { scheduleCall } from './scheduled-calls.ts';

/** About two hundred thousand leads. */
export const MOST_BYTES = 20 * 1024 * 1024;
const PAGE = 500;
/** The progress is written down after so many lines. */
const NOTE_EVERY = 50;

export interface ImportState {
  readonly id: number;
  readonly status: 'running' | 'complete' | 'failed';
  readonly lines: number;
  readonly taken: number;
  readonly refused: number;
  readonly error: string | null;
}

export interface ImportReport {
  readonly success: true;
  readonly import: ImportState;
  /** After the line that was asked for, in the order of the file. */
  readonly lines: {
    readonly line: number;
    readonly lead_id: number | null;
    readonly outcome: string;
    readonly reason: string;
  }[];
}

/**
 * Reads the whole file, so that its end is known to have come, and answers; the leads are taken in afterwards.
 * @returns the import, and what resolves when its last line is done
 * @throws Refusal tooLarge, badFile
 */
export async function beginImport(
  parts: StepParts,
  account: Account,
  file: AsyncIterable<Buffer>,
): Promise<{ readonly id: number; readonly done: Promise<void> }> {
  const text = decoded(await readWhole(file));
  const lines = linesOf(text);
  const heading = await lines.next();
  const fields = heading.done ? [] : fieldsOfHeading(heading.value.cells ?? []);
  if (!fields.includes('phone_number')) throw new Refusal('badFile');
  const [row] = await parts.db
    .insert(leadImports)
    .values({
      account_id: account.id,
      status: 'running',
      created_at: new Date(parts.clock.now()),
    })
    .returning({ id: leadImports.id });
  if (!row) throw new Error('the insert returned no row');
  return { id: row.id, done: takeLines(parts, account, row.id, fields, lines) };
}

async function readWhole(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Refusal('tooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Another encoding is told by bytes that are none of UTF-8, or by characters that no file of text has. */
function decoded(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\u0000')) return text;
  } catch {
    // Told below.
  }
  throw new Refusal('badFile');
}

interface Line {
  /** Of the file, from 1: the last one, where it has several. */
  readonly line: number;
  /** null: it cannot be read. */
  readonly cells: readonly string[] | null;
}

/** A comma, or what spreadsheets of other countries write in its place. */
async function* linesOf(text: string): AsyncGenerator<Line, void> {
  const unreadable = new Set<number>();
  const parser = parse(text, {
    info: true,
    skip_records_with_error: true,
    on_skip: (error) => void unreadable.add(Number(error?.['lines'] ?? 0)),
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  try {
    for await (const one of parser) {
      const { record, info } = one as { record: string[]; info: { lines: number } };
      yield { line: info.lines, cells: record };
    }
    for (const line of unreadable) yield { line, cells: null };
  } finally {
    parser.destroy();
  }
}

async function takeLines(
  parts: StepParts,
  account: Account,
  importId: number,
  fields: readonly (LeadField | null)[],
  lines: AsyncGenerator<Line, void>,
): Promise<void> {
  const count = { lines: 0, taken: 0, refused: 0 };
  const note = (changes: Partial<typeof leadImports.$inferInsert> = {}) =>
    parts.db
      .update(leadImports)
      .set({ ...count, ...changes })
      .where(eq(leadImports.id, importId));
  const end = (changes: { status: 'complete' | 'failed'; error?: string }) =>
    note({ ...changes, ended_at: new Date(parts.clock.now()) });
  try {
    for await (const { line, cells } of lines) {
      count.lines += 1;
      const told = cells === null ? UNREADABLE : await takeLine(parts, account, leadOfLine(fields, cells));
      if (told.leadId === null) count.refused += 1;
      else count.taken += 1;
      await parts.db.insert(leadImportLines).values({
        import_id: importId,
        line,
        lead_id: told.leadId,
        outcome: told.outcome,
        reason: told.reason,
      });
      if (count.lines % NOTE_EVERY === 0) await note();
    }
    await end({ status: 'complete' });
  } catch (error) {
    parts.log.error({ err: error, import: importId }, 'import not finished');
    await end({ status: 'failed', error: `Something went wrong after ${count.lines} lines.` });
  }
}

interface Told {
  /** null: refused. */
  readonly leadId: number | null;
  readonly outcome: string;
  readonly reason: string;
}

const UNREADABLE: Told = { leadId: null, outcome: 'refused', reason: 'The line cannot be read.' };

async function takeLine(parts: StepParts, account: Account, fields: Record<string, unknown>): Promise<Told> {
  const refused = (reason: string): Told => ({ leadId: null, outcome: 'refused', reason });
  if (fields['phone_number'] === undefined) return refused('There is no phone number.');
  const parsed = z.safeParse(LeadIntake, fields);
  if (!parsed.success)
    return refused(`The column ${String(parsed.error.issues[0]?.path[0])} cannot be read.`);
  try {
    // Not all at once: each lead of the file has its turn.
    const answer: LeadAnswer = await scheduleCall(
      parts,
      account,
      parsed.data,
      null,
      'The lead came with a file: each has its turn.',
    );
    return { leadId: answer.lead.id, outcome: answer.outcome, reason: answer.reason };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused(REASONS[error.code] ?? 'The line was refused.');
  }
}

const REASONS: Readonly<Record<string, string>> = {
  invalidPhoneNumber: 'The phone number is not valid.',
  notFound: 'There is no such team.',
  noNumber: 'The account has no phone number to call from.',
  badInput: 'The time zone is not known.',
};

/** @param after the line after which the report begins @throws Refusal notFound */
export async function readImport(
  { db }: Pick<StepParts, 'db'>,
  account: Account,
  importId: number,
  after: number,
): Promise<ImportReport> {
  const [row] = await db
    .select()
    .from(leadImports)
    .where(and(eq(leadImports.id, importId), eq(leadImports.account_id, account.id)));
  if (!row) throw new Refusal('notFound');
  const lines = await db
    .select()
    .from(leadImportLines)
    .where(and(eq(leadImportLines.import_id, importId), gt(leadImportLines.line, after)))
    .orderBy(asc(leadImportLines.line))
    .limit(PAGE);
  const { id, status, taken, refused, error } = row;
  return {
    success: true,
    import: { id, status, lines: row.lines, taken, refused, error },
    lines: lines.map(({ line, lead_id, outcome, reason }) => ({ line, lead_id, outcome, reason })),
  };
}
