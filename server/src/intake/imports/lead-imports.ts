// A file is stored completely before it's accepted. One process imports it under a lease; when the lease expires,
// another one continues after the last reported line. Each lead and its report line are one transaction.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LeadFileColumn } from '@offhook/contract/leads/lead-file-columns';
import { LeadIntake } from '@offhook/contract/requests/intake-requests';
import { UNKNOWN_CRM } from '@offhook/contract/text';
import { and, asc, count, eq, gt, isNull, lt, max, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Actor, recordChange } from '../../accounts/settings/change.ts';
import type { TransitionDeps } from '../../calls/call-transitions.ts';
import { FILE_ENCODINGS } from '../../leads/core/file-text.ts';
import { fieldsFromHeading, leadFromCells } from '../../leads/core/lead-columns.ts';
import { pick } from '../../platform/core/pick.ts';
import { english } from '../../platform/core/sentences.ts';
import { getAccountRow } from '../../platform/database/account-rows.ts';
import { type Database, insert, transaction } from '../../platform/database/database.ts';
import { accounts, leadImportLines, leadImportParts, leadImports } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Account } from '../../platform/http/caller.ts';
import { elapsed } from '../../platform/process/clock.ts';
import { claimRows, startWorkQueue, type WorkQueue } from '../../platform/work-queue/work-queue.ts';
import type { Outcome } from '../earlier-calls.ts';
import { scheduleCall } from '../schedule-call.ts';
import { readRecords, storeFile } from './lead-files.ts';

const PAGE_SIZE = 500;
const SAVE_EVERY_LINES = 50;
/** Longer than any upload request. */
const UPLOAD_LEASE_MS = 5 * 60_000;
const LEASE_MS = 15_000;
const LEASE_RENEW_MS = 3_000;
const CONCURRENCY = 4;
const YIELD_EVERY_LINES = 200;
const RETRY_DELAY_MS = 5_000;
/** After this many attempts, the failing line is rejected and the import continues. */
const MAX_ATTEMPTS = 3;

type ImportRow = typeof leadImports.$inferSelect;

export interface ImportState {
  readonly id: number;
  readonly status: Exclude<ImportRow['status'], 'receiving' | 'draft'>;
  readonly lines: number;
  readonly taken: number;
  readonly refused: number;
  readonly error: string | null;
}

export interface ImportReport {
  readonly success: true;
  readonly import: ImportState;
  /** Those after the requested line, in file order. */
  readonly lines: {
    readonly line: number;
    readonly lead_id: number | null;
    readonly outcome: string;
    readonly reason: string;
    readonly scheduled_for: string | null;
  }[];
}

/** `startDue` starts unclaimed imports; `stop` resolves when every import has paused at a line. */
export interface LeadImports
  extends Pick<WorkQueue<ImportRow>, 'startDue' | 'inFlight' | 'settled' | 'stop'> {
  readonly maxFileBytes: number;
  /** @param by null for an API key @returns the import's ID @throws ApiError fileTooLarge, badFile */
  accept(account: Account, file: AsyncIterable<Buffer>, by: Actor | null): Promise<number>;
}

/** @param process identifies this process in leases @param maxBytes per file */
export function startLeadImports(deps: TransitionDeps, process: string, maxBytes: number): LeadImports {
  const { log } = deps;
  const queue = startWorkQueue<ImportRow, 'ended' | 'retry'>({
    clock: deps.clock,
    pollEveryMs: Infinity,
    batch: 1,
    pollName: 'poll for lead imports',
    nameOf: ({ id }) => `import ${id}`,
    claim: async (running) => (running.size < CONCURRENCY ? claim(deps, process) : []),
    onClaimError: (error) => log.warn({ err: error }, 'failed to claim lead imports'),
    async perform(row, isStopping) {
      await runImport(deps, process, row, isStopping);
      return 'ended';
    },
    // The file isn't at fault, so the import is retried soon from the current line.
    onError(row, error) {
      log.error({ err: error, import: row.id }, 'import paused after an error');
      return 'retry';
    },
    async conclude(row, result) {
      if (result === 'retry') await releaseForRetry(deps, process, row);
    },
    onConcludeFailed: (row, error) =>
      log.error({ err: error, import: row.id }, 'failed to release the import'),
  });
  return {
    ...queue,
    maxFileBytes: maxBytes,
    async accept(account, file, by) {
      const claimOwner = () => (queue.hasCapacity(CONCURRENCY) ? process : null);
      const row = await accept(deps, account, file, by, maxBytes, claimOwner);
      if (row.claimed_by !== null) await queue.submit([row]);
      return row.id;
    },
    stop: () => queue.stop(Infinity),
  };
}

async function accept(
  { db, clock }: TransitionDeps,
  account: Account,
  file: AsyncIterable<Buffer>,
  by: Actor | null,
  maxBytes: number,
  claimOwner: () => string | null,
): Promise<ImportRow> {
  const row = await insert(db, leadImports, {
    account_id: account.id,
    status: 'receiving',
    created_at: new Date(clock.now()),
    claimed_until: new Date(clock.now() + UPLOAD_LEASE_MS),
  });
  try {
    const encoding = await storeFile(db, row.id, file, maxBytes);
    const { value: heading } = await readRecords(db, row.id, encoding).next();
    const fields = heading && typeof heading.cells !== 'string' ? fieldsFromHeading(heading.cells) : [];
    if (!fields.includes('phone_number')) throw new ApiError('badFile');
    const claimedBy = claimOwner();
    const now = clock.now();
    const markRunning = async (tx: Database) => {
      const [accepted] = await tx
        .update(leadImports)
        .set({
          status: 'running',
          encoding,
          claimed_by: claimedBy,
          claimed_until: new Date(claimedBy === null ? 0 : now + LEASE_MS),
        })
        .where(eq(leadImports.id, row.id))
        .returning();
      if (accepted && by) await recordChange(tx, by, 'leads import', `file ${row.id}`, now);
      return accepted;
    };
    const accepted = await (by === null ? markRunning(db) : transaction(db, markRunning));
    // The upload took longer than its lease, so another process deleted it.
    if (!accepted) throw new ApiError('unavailable');
    return accepted;
  } catch (error) {
    await db.delete(leadImports).where(eq(leadImports.id, row.id));
    throw error;
  }
}

async function claim({ db, clock }: TransitionDeps, process: string): Promise<ImportRow[]> {
  const now = clock.now();
  for (;;) {
    const rows = await claimRows(db, leadImports, {
      where: and(isNull(leadImports.ended_at), lt(leadImports.claimed_until, new Date(now))),
      orderBy: [leadImports.claimed_until, leadImports.id],
      limit: 1,
      set: { claimed_by: process, claimed_until: new Date(now + LEASE_MS) },
    });
    const [row] = rows;
    if (row?.status !== 'receiving') return rows;
    await db.delete(leadImports).where(eq(leadImports.id, row.id));
  }
}

/** Another process has claimed the import. */
class LeaseLost extends Error {}

async function runImport(
  deps: TransitionDeps,
  process: string,
  row: ImportRow,
  isStopped: () => boolean,
): Promise<void> {
  const { db, clock, log } = deps;
  const [account] = await db.select().from(accounts).where(eq(accounts.id, row.account_id));
  if (!account) throw new Error(`no account ${row.account_id}`);
  const progress = await readProgress(db, row.id);
  if (progress.lines > 0) log.info({ import: row.id, after: progress.last }, 'import continued');
  let renewedAt = elapsed(clock);
  let attempts = row.attempts;
  let skipped = 0;
  let fields: readonly (LeadFileColumn | null)[] | null = null;
  const saveProgress = async (changes: Partial<typeof leadImports.$inferInsert> = {}): Promise<void> => {
    renewedAt = elapsed(clock);
    const { lines, taken } = progress;
    const [claimed] = await db
      .update(leadImports)
      .set({
        lines,
        taken,
        refused: lines - taken,
        attempts,
        claimed_until: new Date(clock.now() + LEASE_MS),
        ...changes,
      })
      .where(and(eq(leadImports.id, row.id), eq(leadImports.claimed_by, process)))
      .returning({ id: leadImports.id });
    if (!claimed) throw new LeaseLost();
  };
  try {
    for await (const { line, cells } of readRecords(
      db,
      row.id,
      FILE_ENCODINGS.find((one) => one === row.encoding) ?? 'utf-8',
    )) {
      if (isStopped()) return await saveProgress({ claimed_until: new Date(0) });
      if (elapsed(clock) - renewedAt > LEASE_RENEW_MS) await saveProgress();
      if (fields === null) {
        fields = typeof cells === 'string' ? [] : fieldsFromHeading(cells);
        continue;
      }
      if (line <= progress.last) {
        skipped += 1;
        if (skipped % YIELD_EVERY_LINES === 0) await yieldToEventLoop();
        continue;
      }
      const isImported = await importLine(
        deps,
        account,
        row.id,
        { line, cells },
        fields,
        attempts >= MAX_ATTEMPTS,
      );
      attempts = 0;
      progress.lines += 1;
      if (isImported) progress.taken += 1;
      if (progress.lines % SAVE_EVERY_LINES === 0) await saveProgress();
    }
    await transaction(db, async (tx) => {
      const { lines, taken } = progress;
      const [claimed] = await tx
        .update(leadImports)
        .set({ lines, taken, refused: lines - taken, status: 'complete', ended_at: new Date(clock.now()) })
        .where(and(eq(leadImports.id, row.id), eq(leadImports.claimed_by, process)))
        .returning({ id: leadImports.id });
      if (claimed) await tx.delete(leadImportParts).where(eq(leadImportParts.import_id, row.id));
    });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    log.warn({ import: row.id }, 'import claimed by another process');
  }
}

async function readProgress(db: Database, importId: number) {
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

async function releaseForRetry({ db, clock }: TransitionDeps, process: string, row: ImportRow) {
  await db
    .update(leadImports)
    .set({
      attempts: sql`${leadImports.attempts} + 1`,
      claimed_by: null,
      claimed_until: new Date(clock.now() + RETRY_DELAY_MS),
    })
    .where(and(eq(leadImports.id, row.id), eq(leadImports.claimed_by, process)));
}

type LineOutcome = Pick<typeof leadImportLines.$inferInsert, 'outcome' | 'reason'> &
  Partial<Pick<Outcome, 'scheduledFor'>>;

/** @returns whether the line was imported @throws LeaseLost */
async function importLine(
  deps: TransitionDeps,
  account: Account,
  importId: number,
  { line, cells }: { line: number; cells: readonly string[] | string },
  fields: readonly (LeadFileColumn | null)[],
  isLastAttempt: boolean,
): Promise<boolean> {
  const reportLine = async (
    tx: Database,
    leadId: number | null,
    { outcome, reason, scheduledFor = null }: LineOutcome,
  ): Promise<void> => {
    const [inserted] = await tx
      .insert(leadImportLines)
      .values({
        import_id: importId,
        line,
        lead_id: leadId,
        outcome,
        reason,
        scheduled_for: scheduledFor === null ? null : new Date(scheduledFor),
      })
      .onConflictDoNothing()
      .returning({ line: leadImportLines.line });
    if (!inserted) throw new LeaseLost();
  };
  const reject = async (reason: string): Promise<false> => {
    await reportLine(deps.db, null, { outcome: 'refused', reason });
    return false;
  };
  if (typeof cells === 'string') return reject(cells);
  const lead = leadFromCells(fields, cells);
  if (lead['phone_number'] === undefined) return reject(english({ id: 'import.noPhoneNumber' }));
  const parsed = z.safeParse(LeadIntake, lead);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    if (issue?.message === UNKNOWN_CRM) return reject(english({ id: 'error.unknownCrm' }));
    return reject(english({ id: 'import.badColumn', values: { column: issue?.path.join('_') ?? '' } }));
  }
  try {
    // Scheduled, so that the leads of a file aren't all called at the same time.
    await scheduleCall(deps, account, parsed.data, null, {
      reason: english({ id: 'schedule.import' }),
      // In the lead's transaction, so that another process knows where to continue.
      inSameTransaction: reportLine,
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError)
      return reject(
        (error.code === 'invalidPhoneNumber' ? undefined : REJECT_REASONS[error.code]) ??
          english(error.sentence),
      );
    if (error instanceof LeaseLost || !isLastAttempt) throw error;
    deps.log.error({ err: error, import: importId, line }, 'failed to import a line');
    return reject(english({ id: 'import.failed' }));
  }
}

const REJECT_REASONS: Readonly<Record<string, string>> = {
  notFound: english({ id: 'import.unknownTeam' }),
  noNumber: english({ id: 'import.noNumber' }),
  badInput: english({ id: 'import.unknownTimeZone' }),
};

/** @param after returns only later lines @throws ApiError notFound */
export async function readImport(
  { db }: Pick<TransitionDeps, 'db'>,
  account: Pick<Account, 'id'>,
  importId: number,
  after: number,
): Promise<ImportReport> {
  const row = await getAccountRow(db, leadImports, account.id, importId);
  if (row.status === 'receiving' || row.status === 'draft') throw new ApiError('notFound');
  const lines = await db
    .select()
    .from(leadImportLines)
    .where(and(eq(leadImportLines.import_id, importId), gt(leadImportLines.line, after)))
    .orderBy(asc(leadImportLines.line))
    .limit(PAGE_SIZE);
  const { id, taken, refused, error, status } = row;
  return {
    success: true,
    import: { id, status, lines: row.lines, taken, refused, error },
    lines: lines.map((line) => ({
      ...pick(line, 'line', 'lead_id', 'outcome', 'reason'),
      scheduled_for: line.scheduled_for?.toISOString() ?? null,
    })),
  };
}
