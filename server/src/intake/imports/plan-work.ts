/** What the queue does with a plan: counts its rows, adds its leads or removes them again. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type ImportProblem,
  MAX_IMPORT_ROWS,
  REJECTED_ROWS_DAYS,
} from '@offhook/contract/console/leads/import-entities';
import { and, eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { english } from '../../platform/core/sentences.ts';
import { type Database, transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import {
  type ImportCheck,
  leadImportParts,
  leadImportPlans,
  leadImports,
} from '../../platform/database/schema.ts';
import { elapsed } from '../../platform/process/clock.ts';
import { importBatch, rejectRow } from './import-batch.ts';
import { checkRows, type FileOfPlan, type PlannedRow, readAccount, readPlannedRows } from './import-rows.ts';
import { type Claim, LeaseLost, lockClaim, PLAN_LEASE_MS } from './plan-claims.ts';
import { removeNextLeads } from './remove-leads.ts';

export interface PlanWorkDeps extends DatabaseAndClock {
  readonly log: Logger;
  readonly rowsPerBatch?: number;
}

type PlanRow = typeof leadImportPlans.$inferSelect;

/** Small enough that phones don't wait for a batch, and large enough that its transaction costs little. */
const ROWS_PER_BATCH = 200;
const SAVE_CHECK_EVERY_ROWS = 2_000;
const SHOWN_INVALID_ROWS = 50;
/** After so many attempts, rows are imported one by one, and the one that fails is rejected. */
const MAX_ATTEMPTS = 3;
const DAY_MS = 24 * 3_600_000;

/** @returns false if it stopped before the end, and goes on elsewhere or later */
export async function workOnPlan(
  deps: PlanWorkDeps,
  plan: PlanRow,
  isStopping: () => boolean,
): Promise<boolean> {
  const { db, log } = deps;
  const { work, claimed_by: run } = plan;
  if (work === null || run === null) return true;
  const [file] = await db.select().from(leadImports).where(eq(leadImports.id, plan.id));
  if (!file) return true;
  const source = { file, plan, account: await readAccount(db, file.account_id) };
  const claim = { importId: plan.id, run, work };
  try {
    switch (work) {
      case 'check':
        return await countRows(deps, source, claim, isStopping);
      case 'import':
        return await importRows(deps, source, claim, isStopping);
      case 'cancel':
      case 'undo':
        return await removeLeads(deps, claim, isStopping);
      default:
        return work satisfies never;
    }
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    log.info({ import: plan.id, work }, 'import continues elsewhere, or was paused or changed');
    return true;
  }
}

async function countRows(
  { db, clock }: PlanWorkDeps,
  source: FileOfPlan,
  claim: Claim,
  isStopping: () => boolean,
): Promise<boolean> {
  const counts = { rows: 0, new_leads: 0, known_leads: 0 };
  const invalid: Partial<Record<ImportProblem, number>> = {};
  const first_invalid: number[] = [];
  let saved = 0;
  const save = async (is_complete: boolean) => {
    saved = counts.rows;
    const result: ImportCheck = { ...counts, invalid, first_invalid, is_complete };
    const [plan] = await db
      .update(leadImportPlans)
      .set({
        result,
        claimed_until: new Date(clock.now() + PLAN_LEASE_MS),
        ...(is_complete ? { work: null, claimed_by: null, attempts: 0 } : {}),
      })
      .where(
        and(
          eq(leadImportPlans.id, claim.importId),
          eq(leadImportPlans.claimed_by, claim.run),
          eq(leadImportPlans.work, 'check'),
        ),
      )
      .returning({ id: leadImportPlans.id });
    if (!plan) throw new LeaseLost();
  };
  for await (const batch of readPlannedRows(db, source, ROWS_PER_BATCH)) {
    if (isStopping()) return false;
    for (const { line, verdict } of await checkRows(db, source.account.id, batch)) {
      counts.rows += 1;
      if (verdict === 'new') counts.new_leads += 1;
      else if (verdict === 'known') counts.known_leads += 1;
      else {
        invalid[verdict.problem] = (invalid[verdict.problem] ?? 0) + 1;
        if (first_invalid.length < SHOWN_INVALID_ROWS) first_invalid.push(line);
      }
    }
    if (counts.rows > MAX_IMPORT_ROWS) {
      await failTooLarge(db, claim, clock.now());
      return true;
    }
    if (counts.rows - saved >= SAVE_CHECK_EVERY_ROWS) await save(false);
    await yieldToEventLoop();
  }
  await save(true);
  return true;
}

function failTooLarge(db: Database, claim: Claim, now: number): Promise<void> {
  return transaction(db, async (tx) => {
    await lockClaim(tx, claim, now);
    const error = english({ id: 'import.tooManyRows', values: { max: MAX_IMPORT_ROWS } });
    await endImport(tx, claim.importId, 'failed', now, error);
  });
}

async function importRows(
  deps: PlanWorkDeps,
  source: FileOfPlan,
  claim: Claim,
  isStopping: () => boolean,
): Promise<boolean> {
  const { db, clock, log, rowsPerBatch = ROWS_PER_BATCH } = deps;
  const after = source.plan.last_line;
  const isOneByOne = source.plan.attempts >= MAX_ATTEMPTS;
  if (after > 0) log.info({ import: claim.importId, after }, 'import continued');
  let startedAt = elapsed(clock);
  let pending: PlannedRow[] = [];
  let imported = 0;
  const flush = async () => {
    if (pending.length === 0) return;
    const now = elapsed(clock);
    await importBatch(deps, source, claim, pending, now - startedAt);
    startedAt = now;
    imported += pending.length;
    pending = [];
  };
  // The rows before are read again, because later ones may have the same numbers.
  for await (const batch of readPlannedRows(db, source, rowsPerBatch)) {
    if (isStopping()) return false;
    const rows = batch.filter(({ line }) => line > after);
    if (isOneByOne) {
      for (const row of rows) {
        pending = [row];
        try {
          await flush();
        } catch (error) {
          if (error instanceof LeaseLost) throw error;
          log.error({ err: error, import: claim.importId, line: row.line }, 'failed to import a line');
          await rejectRow(deps, source, claim, row);
          return false;
        }
      }
      if (imported >= rowsPerBatch) return false;
      continue;
    }
    pending = rows;
    await flush();
    await yieldToEventLoop();
  }
  await transaction(db, async (tx) => {
    const now = clock.now();
    await lockClaim(tx, claim, now);
    await endImport(tx, claim.importId, 'complete', now);
  });
  return true;
}

async function removeLeads(deps: PlanWorkDeps, claim: Claim, isStopping: () => boolean): Promise<boolean> {
  while (await removeNextLeads(deps, claim)) if (isStopping()) return false;
  await transaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    await lockClaim(tx, claim, now);
    await endImport(tx, claim.importId, claim.work === 'undo' ? 'undone' : 'canceled', now);
  });
  return true;
}

/** The file is deleted; what was rejected can be downloaded for some days. */
export async function endImport(
  tx: Database,
  id: number,
  status: 'complete' | 'canceled' | 'undone' | 'failed',
  now: number,
  error: string | null = null,
): Promise<void> {
  const at = new Date(now);
  await tx
    .update(leadImports)
    .set({
      status,
      error,
      ended_at: sql`coalesce(${leadImports.ended_at}, ${at.toISOString()}::timestamptz)`,
    })
    .where(eq(leadImports.id, id));
  await tx
    .update(leadImportPlans)
    .set({
      work: null,
      claimed_by: null,
      attempts: 0,
      expires_at: sql`coalesce(${leadImportPlans.expires_at}, ${new Date(now + REJECTED_ROWS_DAYS * DAY_MS).toISOString()}::timestamptz)`,
    })
    .where(eq(leadImportPlans.id, id));
  await tx.delete(leadImportParts).where(eq(leadImportParts.import_id, id));
}
