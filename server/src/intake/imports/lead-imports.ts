/**
 * Files of leads: each line is a lead of the intake, called when its turn comes; each has a line in the report. A file
 * is whole in the database before it is accepted. One process takes it in, and says so again and again; when it is not
 * heard of any more, another one goes on after the last line of the report, which is written with its lead at once.
 */

import { setImmediate as breath } from 'node:timers/promises';
import { ERRORS } from '@offhook/contract/errors';
import { LeadIntake } from '@offhook/contract/requests';
import { UNKNOWN_CRM } from '@offhook/contract/text';
import { and, asc, count, eq, gt, isNull, lt, max, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Actor, recordChange } from '../../accounts/settings/change.ts';
import type { StepParts } from '../../calls/call-steps.ts';
import { FILE_ENCODINGS } from '../../leads/core/file-text.ts';
import { fieldsOfHeading, type LeadField, leadOfLine } from '../../leads/core/lead-columns.ts';
import { getAccountRow } from '../../platform/database/account-rows.ts';
import { type Database, insert, transaction } from '../../platform/database/database.ts';
import { accounts, leadImportLines, leadImportParts, leadImports } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Account } from '../../platform/http/caller.ts';
import { elapsed } from '../../platform/process/clock.ts';
import { claimRows, startWorkQueue, type WorkQueue } from '../../platform/work-queue/work-queue.ts';
import { scheduleCall } from '../scheduled-calls.ts';
import { keepFile, recordsOf } from './lead-files.ts';

const PAGE = 500;
/** The progress is written down after so many lines. */
const NOTE_EVERY = 50;
/** A file that is being sent: no request lasts as long. */
const SENT_MS = 5 * 60_000;
/** An import that a process takes in is another's after this, unless the process renews it. */
const CLAIM_MS = 15_000;
const RENEW_MS = 3_000;
/** Files that one process takes in at a time. */
const MOST_AT_ONCE = 4;
/** Lines that are done already are passed over in steps of so many. */
const STEP = 200;
const PAUSE_MS = 5_000;
/** After so many tries in vain the line where they end is refused, and the rest goes on. */
const MOST_TRIES = 3;

type ImportRow = typeof leadImports.$inferSelect;

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

/** `beginDue` begins with files that nobody takes in; `stop` resolves when every import has stopped at a line. */
export interface LeadImports
  extends Pick<WorkQueue<ImportRow>, 'startDue' | 'inFlight' | 'settled' | 'stop'> {
  /** Of a file, in bytes. */
  readonly fileLimit: number;
  /**
   * Answers the import's id when the file is kept; its leads are taken in afterwards.
   * @param by the administrator, whom the audit log names; null: a key
   * @throws Refusal fileTooLarge, badFile
   */
  accept(account: Account, file: AsyncIterable<Buffer>, by: Actor | null): Promise<number>;
}

/** @param mostBytes of one file @param process the name by which this process claims */
export function startLeadImports(parts: StepParts, process: string, mostBytes: number): LeadImports {
  const { log } = parts;
  const queue = startWorkQueue<ImportRow, 'ended' | 'again'>({
    clock: parts.clock,
    pollEveryMs: Infinity,
    batch: 1,
    pollName: 'poll for lead imports',
    nameOf: ({ id }) => `import ${id}`,
    claim: async (running) => (running.size < MOST_AT_ONCE ? claim(parts, process) : []),
    onClaimError: (error) => log.warn({ err: error }, 'promised calls not read'),
    async perform(row, isStopping) {
      await takeIn(parts, process, row, isStopping);
      return 'ended';
    },
    // Something went wrong that is not the file's fault: tried again soon, from where it stands.
    onError(row, error) {
      log.error({ err: error, import: row.id }, 'import stopped for a while');
      return 'again';
    },
    async conclude(row, result) {
      if (result === 'again') await setAside(parts, process, row);
    },
    onConcludeFailed: (row, error) => log.error({ err: error, import: row.id }, 'import not set aside'),
  });
  return {
    ...queue,
    fileLimit: mostBytes,
    async accept(account, file, by) {
      const claims = () => (queue.hasCapacity(MOST_AT_ONCE) ? process : null);
      const row = await accept(parts, account, file, by, mostBytes, claims);
      if (row.claimed_by !== null) await queue.submit([row]);
      return row.id;
    },
    stop: () => queue.stop(Infinity),
  };
}

async function accept(
  { db, clock }: StepParts,
  account: Account,
  file: AsyncIterable<Buffer>,
  by: Actor | null,
  mostBytes: number,
  claims: () => string | null,
): Promise<ImportRow> {
  const row = await insert(db, leadImports, {
    account_id: account.id,
    status: 'receiving',
    created_at: new Date(clock.now()),
    claimed_until: new Date(clock.now() + SENT_MS),
  });
  try {
    const encoding = await keepFile(db, row.id, file, mostBytes);
    const { value: heading } = await recordsOf(db, row.id, encoding).next();
    const fields = heading && typeof heading.cells !== 'string' ? fieldsOfHeading(heading.cells) : [];
    if (!fields.includes('phone_number')) throw new ApiError('badFile');
    const claimedBy = claims();
    const now = clock.now();
    const take = async (tx: Database) => {
      const [accepted] = await tx
        .update(leadImports)
        .set({
          status: 'running',
          encoding,
          claimed_by: claimedBy,
          claimed_until: new Date(claimedBy === null ? 0 : now + CLAIM_MS),
        })
        .where(eq(leadImports.id, row.id))
        .returning();
      if (accepted && by) await recordChange(tx, by, 'leads import', `file ${row.id}`, now);
      return accepted;
    };
    const accepted = await (by === null ? take(db) : transaction(db, take));
    // Whoever takes minutes to send it is held to be gone.
    if (!accepted) throw new ApiError('unavailable');
    return accepted;
  } catch (error) {
    await db.delete(leadImports).where(eq(leadImports.id, row.id));
    throw error;
  }
}

/** The oldest import that nobody takes in. Files whose end never came are thrown away on the way. */
async function claim({ db, clock }: StepParts, process: string): Promise<ImportRow[]> {
  const now = clock.now();
  for (;;) {
    const rows = await claimRows(db, leadImports, {
      where: and(isNull(leadImports.ended_at), lt(leadImports.claimed_until, new Date(now))),
      orderBy: [leadImports.claimed_until, leadImports.id],
      limit: 1,
      set: { claimed_by: process, claimed_until: new Date(now + CLAIM_MS) },
    });
    const [row] = rows;
    if (row?.status !== 'receiving') return rows;
    await db.delete(leadImports).where(eq(leadImports.id, row.id));
  }
}

/** Another process takes the import in: this one lets go of it. */
class NotOurs extends Error {}

async function takeIn(
  parts: StepParts,
  process: string,
  row: ImportRow,
  isStopped: () => boolean,
): Promise<void> {
  const { db, clock, log } = parts;
  const [account] = await db.select().from(accounts).where(eq(accounts.id, row.account_id));
  if (!account) throw new Error(`no account ${row.account_id}`);
  const told = await toldOf(db, row.id);
  if (told.lines > 0) log.info({ import: row.id, after: told.last }, 'import goes on');
  let renewedAt = elapsed(clock);
  let tries = row.attempts;
  let passed = 0;
  let fields: readonly (LeadField | null)[] | null = null;
  const note = async (changes: Partial<typeof leadImports.$inferInsert> = {}): Promise<void> => {
    renewedAt = elapsed(clock);
    const { lines, taken } = told;
    const [ours] = await db
      .update(leadImports)
      .set({
        lines,
        taken,
        refused: lines - taken,
        attempts: tries,
        claimed_until: new Date(clock.now() + CLAIM_MS),
        ...changes,
      })
      .where(and(eq(leadImports.id, row.id), eq(leadImports.claimed_by, process)))
      .returning({ id: leadImports.id });
    if (!ours) throw new NotOurs();
  };
  try {
    for await (const { line, cells } of recordsOf(
      db,
      row.id,
      FILE_ENCODINGS.find((one) => one === row.encoding) ?? 'utf-8',
    )) {
      if (isStopped()) return await note({ claimed_until: new Date(0) });
      if (elapsed(clock) - renewedAt > RENEW_MS) await note();
      if (fields === null) {
        fields = typeof cells === 'string' ? [] : fieldsOfHeading(cells);
        continue;
      }
      if (line <= told.last) {
        passed += 1;
        if (passed % STEP === 0) await breath();
        continue;
      }
      const isTaken = await takeRecord(parts, account, row.id, { line, cells }, fields, tries >= MOST_TRIES);
      tries = 0;
      told.lines += 1;
      if (isTaken) told.taken += 1;
      if (told.lines % NOTE_EVERY === 0) await note();
    }
    await transaction(db, async (tx) => {
      const { lines, taken } = told;
      const [ours] = await tx
        .update(leadImports)
        .set({ lines, taken, refused: lines - taken, status: 'complete', ended_at: new Date(clock.now()) })
        .where(and(eq(leadImports.id, row.id), eq(leadImports.claimed_by, process)))
        .returning({ id: leadImports.id });
      if (ours) await tx.delete(leadImportParts).where(eq(leadImportParts.import_id, row.id));
    });
  } catch (error) {
    if (!(error instanceof NotOurs)) throw error;
    log.warn({ import: row.id }, 'another process goes on with the import');
  }
}

async function toldOf(db: Database, importId: number) {
  const [row] = await db
    .select({
      last: max(leadImportLines.line),
      lines: count(),
      taken: count(leadImportLines.lead_id),
    })
    .from(leadImportLines)
    .where(eq(leadImportLines.import_id, importId));
  return { last: row?.last ?? 0, lines: row?.lines ?? 0, taken: row?.taken ?? 0 };
}

async function setAside({ db, clock }: StepParts, process: string, row: ImportRow) {
  await db
    .update(leadImports)
    .set({
      attempts: sql`${leadImports.attempts} + 1`,
      claimed_by: null,
      claimed_until: new Date(clock.now() + PAUSE_MS),
    })
    .where(and(eq(leadImports.id, row.id), eq(leadImports.claimed_by, process)));
}

type Told = Pick<typeof leadImportLines.$inferInsert, 'outcome' | 'reason'>;

/** Takes one line in. @returns whether a lead came of it @throws NotOurs when it was taken in meanwhile */
async function takeRecord(
  parts: StepParts,
  account: Account,
  importId: number,
  { line, cells }: { line: number; cells: readonly string[] | string },
  fields: readonly (LeadField | null)[],
  isLastTry: boolean,
): Promise<boolean> {
  const tell = async (tx: Database, leadId: number | null, { outcome, reason }: Told): Promise<void> => {
    const [told] = await tx
      .insert(leadImportLines)
      .values({ import_id: importId, line, lead_id: leadId, outcome, reason })
      .onConflictDoNothing()
      .returning({ line: leadImportLines.line });
    if (!told) throw new NotOurs();
  };
  const refuse = async (reason: string): Promise<false> => {
    await tell(parts.db, null, { outcome: 'refused', reason });
    return false;
  };
  if (typeof cells === 'string') return refuse(cells);
  const lead = leadOfLine(fields, cells);
  if (lead['phone_number'] === undefined) return refuse('There is no phone number.');
  const parsed = z.safeParse(LeadIntake, lead);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    if (issue?.message === UNKNOWN_CRM) return refuse(ERRORS.unknownCrm.text);
    return refuse(`The column ${issue?.path.join('_')} cannot be read.`);
  }
  try {
    // Not all at once: each lead of the file has its turn.
    await scheduleCall(parts, account, parsed.data, null, {
      reason: 'The lead came with a file: each has its turn.',
      // With the lead or not at all: whoever goes on after this process knows what was done.
      alongside: (tx, leadId, told) => tell(tx, leadId, told),
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError)
      return refuse(error.code === 'invalidPhoneNumber' ? error.text : (REASONS[error.code] ?? error.text));
    if (error instanceof NotOurs || !isLastTry) throw error;
    parts.log.error({ err: error, import: importId, line }, 'line not taken in');
    return refuse('Something went wrong with this line.');
  }
}

const REASONS: Readonly<Record<string, string>> = {
  notFound: 'There is no such team.',
  noNumber: 'The account has no phone number to call from.',
  badInput: 'The time zone is not known.',
};

/** @param after the line after which the report begins @throws Refusal notFound */
export async function readImport(
  { db }: Pick<StepParts, 'db'>,
  account: Pick<Account, 'id'>,
  importId: number,
  after: number,
): Promise<ImportReport> {
  const row = await getAccountRow(db, leadImports, account.id, importId);
  if (row.status === 'receiving') throw new ApiError('notFound');
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
