// Imports that an administrator uploads in the console. The file is stored as a draft that does nothing; each later step
// is a row of `lead_import_plans` that a process claims with a lease.
import {
  IMPORT_DRAFT_HOURS,
  type LeadImportChange,
  MAX_FILE_NAME_LENGTH,
} from '@offhook/contract/console/leads/import-entities';
import { and, asc, desc, eq, isNotNull, lt, lte, sql } from 'drizzle-orm';
import { type Actor, recordChange } from '../../accounts/settings/change.ts';
import { requestRescheduling } from '../../accounts/settings/hours/reschedule.ts';
import { findLineForLead } from '../../calls/outbound/lines.ts';
import { nextWorkingDay } from '../../leads/scheduled-calls/call-start.ts';
import { requireAccountRow } from '../../platform/database/account-rows.ts';
import { type Database, insert, transaction } from '../../platform/database/database.ts';
import {
  accounts,
  leadImportLines,
  leadImportParts,
  leadImportPlans,
  leadImports,
  teams,
} from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { startWorkQueue, type WorkQueue } from '../../platform/work-queue/work-queue.ts';
import { looksLikeHeader } from './core/suggest-columns.ts';
import { findColumns, oneOfEach, readSample, rememberColumns } from './import-columns.ts';
import type { ImportRow, PlanRow } from './import-rows.ts';
import { storeFile } from './lead-files.ts';
import { PLAN_LEASE_MS } from './plan-claims.ts';
import { endImport, type PlanWorkDeps, workOnPlan } from './plan-work.ts';
import { cancelImportedCalls, readCalled, subjectOf, UNDO_ACTION } from './remove-leads.ts';

/** Longer than any upload request. */
const UPLOAD_LEASE_MS = 5 * 60_000;
const DRAFT_MS = IMPORT_DRAFT_HOURS * 3_600_000;
const RETRY_DELAY_MS = 5_000;
const CONCURRENCY = 2;
/** The oldest are deleted. */
const MAX_DRAFTS = 10;
const CLEAN_UP_EVERY_MS = 60_000;

export interface ConsoleImports
  extends Pick<WorkQueue<PlanRow>, 'startDue' | 'inFlight' | 'settled' | 'stop'> {
  readonly maxFileBytes: number;
  /** @returns the import's ID @throws ApiError fileTooLarge, badImportFile */
  upload(actor: Actor, file: AsyncIterable<Buffer>, name: string): Promise<number>;
  change(actor: Actor, id: number, change: LeadImportChange): Promise<void>;
  start(actor: Actor, id: number, revision: number): Promise<void>;
  pause(actor: Actor, id: number): Promise<void>;
  resume(actor: Actor, id: number): Promise<void>;
  cancel(actor: Actor, id: number, keepsLeads: boolean): Promise<void>;
  undo(actor: Actor, id: number): Promise<void>;
  discard(actor: Actor, id: number): Promise<void>;
}

/** @param process identifies this process in leases @param maxFileBytes per file */
export function startConsoleImports(
  deps: PlanWorkDeps,
  process: string,
  maxFileBytes: number,
): ConsoleImports {
  const { db, clock, log } = deps;
  let runs = 0;
  let cleanedAt = Number.NEGATIVE_INFINITY;
  const newLease = () => {
    runs += 1;
    return { claimed_by: `${process} ${runs}`, claimed_until: new Date(clock.now() + PLAN_LEASE_MS) };
  };
  const due = () => ({ claimed_by: null, claimed_until: new Date(0) });

  const queue = startWorkQueue<PlanRow, 'done' | 'again' | 'retry'>({
    clock,
    pollEveryMs: Number.POSITIVE_INFINITY,
    batch: 1,
    pollName: 'poll for imports of the console',
    nameOf: ({ id, work }) => `${work} of import ${id}`,
    async claim(running) {
      if (clock.now() - cleanedAt >= CLEAN_UP_EVERY_MS) {
        cleanedAt = clock.now();
        await deleteExpired(db, clock.now());
      }
      return running.size < CONCURRENCY ? claim() : [];
    },
    onClaimError: (error) => log.warn({ err: error }, 'failed to claim imports'),
    perform: async (plan, isStopping) => ((await workOnPlan(deps, plan, isStopping)) ? 'done' : 'again'),
    onError(plan, error) {
      log.error({ err: error, import: plan.id }, 'import paused after an error');
      return 'retry';
    },
    async conclude(plan, result) {
      if (result !== 'done') await release(plan, result === 'retry');
    },
    onConcludeFailed: (plan, error) =>
      log.error({ err: error, import: plan.id }, 'failed to release the import'),
  });

  async function claim(): Promise<PlanRow[]> {
    const now = clock.now();
    const free = db
      .select({ id: leadImportPlans.id })
      .from(leadImportPlans)
      .where(and(isNotNull(leadImportPlans.work), lt(leadImportPlans.claimed_until, new Date(now))))
      .orderBy(asc(leadImportPlans.claimed_until))
      .limit(1)
      .for('update', { skipLocked: true });
    return db
      .update(leadImportPlans)
      .set(newLease())
      .where(sql`${leadImportPlans.id} = any(array${free})`)
      .returning();
  }

  async function release(plan: PlanRow, hasFailed: boolean): Promise<void> {
    await db
      .update(leadImportPlans)
      .set({
        claimed_by: null,
        claimed_until: new Date(hasFailed ? clock.now() + RETRY_DELAY_MS : 0),
        attempts: hasFailed ? sql`${leadImportPlans.attempts} + 1` : 0,
      })
      .where(and(eq(leadImportPlans.id, plan.id), eq(leadImportPlans.claimed_by, plan.claimed_by ?? '')));
  }

  /** The change of one import, in a transaction that holds its lock. @returns the work that it begins */
  async function change(
    { user }: Actor,
    id: number,
    apply: (tx: Database, file: ImportRow, plan: PlanRow, now: number) => Promise<PlanRow | null>,
  ): Promise<void> {
    const begun = await transaction(db, async (tx) => {
      const [found] = await tx
        .select({ file: leadImports, plan: leadImportPlans })
        .from(leadImportPlans)
        .innerJoin(leadImports, eq(leadImports.id, leadImportPlans.id))
        .where(and(eq(leadImports.account_id, user.account_id), eq(leadImports.id, id)))
        .for('update', { of: leadImportPlans });
      if (!found) throw new ApiError('notFound');
      return apply(tx, found.file, found.plan, clock.now());
    });
    if (begun !== null) await queue.submit([begun]);
  }

  /** Claimed right away if this process has room, so that the first counts don't wait for the next poll. */
  async function begin(
    tx: Database,
    id: number,
    work: NonNullable<PlanRow['work']>,
    set: Partial<typeof leadImportPlans.$inferInsert> = {},
  ): Promise<PlanRow | null> {
    const isHere = queue.hasCapacity(CONCURRENCY);
    const [plan] = await tx
      .update(leadImportPlans)
      .set({ ...set, work, attempts: 0, ...(isHere ? newLease() : due()) })
      .where(eq(leadImportPlans.id, id))
      .returning();
    return isHere ? (plan ?? null) : null;
  }

  const setPlan = (tx: Database, id: number, set: Partial<typeof leadImportPlans.$inferInsert>) =>
    tx.update(leadImportPlans).set(set).where(eq(leadImportPlans.id, id));
  const setStatus = (
    tx: Database,
    id: number,
    status: ImportRow['status'],
    set: Partial<typeof leadImports.$inferInsert> = {},
  ) =>
    tx
      .update(leadImports)
      .set({ status, ...set })
      .where(eq(leadImports.id, id));
  return {
    startDue: queue.startDue,
    inFlight: queue.inFlight,
    settled: queue.settled,
    maxFileBytes,
    stop: () => queue.stop(Number.POSITIVE_INFINITY),

    async upload({ user }, file, name) {
      const row = await insert(db, leadImports, {
        account_id: user.account_id,
        status: 'receiving',
        created_at: new Date(clock.now()),
        claimed_until: new Date(clock.now() + UPLOAD_LEASE_MS),
      });
      try {
        const encoding = await storeFile(db, row.id, file, maxFileBytes);
        const sample = await readSample(db, { id: row.id, encoding });
        const [first] = sample;
        if (!first) throw new ApiError('badImportFile');
        const has_header = looksLikeHeader(first);
        if (has_header && sample.length === 1) throw new ApiError('badImportFile');
        const columns = await findColumns(db, user.account_id, has_header, sample);
        const zone = await findZone(db, user.account_id, null);
        const begun = await transaction(db, async (tx) => {
          await setStatus(tx, row.id, 'draft', { encoding, claimed_until: null });
          await insert(tx, leadImportPlans, {
            id: row.id,
            file_name: toFileName(name),
            uploaded_by: user.id,
            has_header,
            columns,
            headings: has_header ? first : [],
            call_date: nextWorkingDay(zone, clock.now()),
            expires_at: new Date(clock.now() + DRAFT_MS),
          });
          await deleteOldestDrafts(tx, user.account_id);
          return begin(tx, row.id, 'check');
        });
        if (begun !== null) await queue.submit([begun]);
        return row.id;
      } catch (error) {
        await db.delete(leadImports).where(eq(leadImports.id, row.id));
        throw error;
      }
    },

    change: (actor, id, wanted) =>
      change(actor, id, async (tx, file, plan, now) => {
        if (file.status !== 'draft') throw new ApiError('importStarted');
        const { team_id, columns, has_header, ...rest } = wanted;
        await requireAccountRow(tx, teams, actor.user.account_id, team_id, 'badTeam');
        const set: Partial<typeof leadImportPlans.$inferInsert> = { revision: plan.revision + 1 };
        for (const [name, value] of Object.entries(rest))
          if (value !== undefined) Object.assign(set, { [name]: value });
        if (team_id !== undefined) set.team_id = team_id;
        const isMapped = columns !== undefined && JSON.stringify(columns) !== JSON.stringify(plan.columns);
        const isTurned = has_header !== undefined && has_header !== plan.has_header;
        if (isTurned) {
          const sample = await readSample(tx, file);
          set.has_header = has_header;
          set.headings = has_header ? (sample[0] ?? []) : [];
          set.columns = await findColumns(tx, file.account_id, has_header, sample);
        }
        if (isMapped) set.columns = oneOfEach(columns, plan.columns.length);
        set.expires_at = new Date(now + DRAFT_MS);
        if (isMapped || isTurned) return begin(tx, id, 'check', { ...set, result: null });
        await setPlan(tx, id, set);
        return null;
      }),

    start: (actor, id, revision) =>
      change(actor, id, async (tx, file, plan, now) => {
        // A second click, or an answer that was lost.
        if (plan.started_at !== null && plan.revision === revision) return null;
        if (file.status !== 'draft') throw new ApiError('importEnded');
        if (plan.revision !== revision) throw new ApiError('changedMeanwhile');
        if (!plan.columns.includes('phone_number')) throw new ApiError('importNeedsPhone');
        if (!plan.result?.is_complete) throw new ApiError('importNotCounted');
        if (plan.calls !== 'none') {
          const team = await findLineForLead(tx, file.account_id, plan.team_id, null);
          if (!team?.line) throw new ApiError('noNumber');
        }
        await setStatus(tx, id, 'running');
        await rememberColumns(tx, file.account_id, plan, now);
        await recordChange(tx, actor, 'leads import', subjectOf(id), now);
        return begin(tx, id, 'import', {
          started_at: new Date(now),
          started_by: actor.user.id,
          expires_at: null,
        });
      }),

    pause: (actor, id) =>
      change(actor, id, async (tx, file, _plan, now) => {
        if (file.status === 'paused') return null;
        if (file.status !== 'running') throw new ApiError('importEnded');
        await setStatus(tx, id, 'paused');
        await setPlan(tx, id, { work: null, claimed_by: null });
        await recordChange(tx, actor, 'leads import pause', subjectOf(id), now);
        return null;
      }),

    resume: (actor, id) =>
      change(actor, id, async (tx, file, plan, now) => {
        if (file.status === 'running') return null;
        if (file.status !== 'paused') throw new ApiError('importEnded');
        await setStatus(tx, id, 'running');
        await recordChange(tx, actor, 'leads import resume', subjectOf(id), now);
        // Its calls stayed where they were if the hours changed during the pause.
        await requestRescheduling({ tx, accountId: file.account_id, at: now }, plan.team_id);
        return begin(tx, id, 'import');
      }),

    cancel: (actor, id, keepsLeads) =>
      change(actor, id, async (tx, file, plan, now) => {
        if (file.status !== 'running' && file.status !== 'paused') throw new ApiError('importEnded');
        await recordChange(tx, actor, 'leads import cancel', subjectOf(id), now);
        if (keepsLeads) {
          await endImport(tx, id, 'canceled', now);
          return null;
        }
        await setStatus(tx, id, 'removing');
        if (plan.started_at) await cancelImportedCalls(tx, id, plan.started_at, now);
        return begin(tx, id, 'cancel', { last_line: 0 });
      }),

    undo: (actor, id) =>
      change(actor, id, async (tx, file, plan, now) => {
        if (file.status === 'removing' && plan.work === 'undo') return null;
        if (file.status !== 'complete' && file.status !== 'canceled') throw new ApiError('importEnded');
        if (plan.started_at === null || (await readCalled(tx, id)).hasCalls)
          throw new ApiError('importHasCalls');
        await setStatus(tx, id, 'removing', { ended_at: null });
        await cancelImportedCalls(tx, id, plan.started_at, now);
        await recordChange(tx, actor, UNDO_ACTION, subjectOf(id), now);
        return begin(tx, id, 'undo', { last_line: 0 });
      }),

    discard: (actor, id) =>
      change(actor, id, async (tx, file) => {
        if (file.status !== 'draft') throw new ApiError('importStarted');
        await tx.delete(leadImports).where(eq(leadImports.id, id));
        return null;
      }),
  };
}

function toFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1)?.trim().slice(0, MAX_FILE_NAME_LENGTH) ?? '';
  return base === '' ? 'leads.csv' : base;
}

export async function findZone(db: Database, accountId: number, teamId: number | null): Promise<string> {
  const [row] = await db
    .select({ account: accounts.time_zone, schedule: teams.schedule })
    .from(accounts)
    .leftJoin(
      teams,
      and(
        eq(teams.account_id, accounts.id),
        teamId === null ? eq(teams.is_default, true) : eq(teams.id, teamId),
      ),
    )
    .where(eq(accounts.id, accountId))
    .limit(1);
  return row?.schedule?.time_zone ?? row?.account ?? 'UTC';
}

async function deleteOldestDrafts(tx: Database, accountId: number): Promise<void> {
  const kept = tx
    .select({ id: leadImports.id })
    .from(leadImports)
    .where(and(eq(leadImports.account_id, accountId), eq(leadImports.status, 'draft')))
    .orderBy(desc(leadImports.id))
    .limit(MAX_DRAFTS);
  await tx
    .delete(leadImports)
    .where(
      and(
        eq(leadImports.account_id, accountId),
        eq(leadImports.status, 'draft'),
        sql`${leadImports.id} not in ${kept}`,
      ),
    );
}

/** Drafts are deleted as a whole; of ended imports, the rejected rows. */
async function deleteExpired(db: Database, now: number): Promise<void> {
  const expired = db
    .select({ id: leadImportPlans.id })
    .from(leadImportPlans)
    .where(lte(leadImportPlans.expires_at, new Date(now)));
  await transaction(db, async (tx) => {
    await tx
      .delete(leadImports)
      .where(and(eq(leadImports.status, 'draft'), sql`${leadImports.id} in ${expired}`));
    await tx
      .update(leadImportLines)
      .set({ cells: null })
      .where(and(sql`${leadImportLines.import_id} in ${expired}`, isNotNull(leadImportLines.cells)));
    await tx.delete(leadImportParts).where(sql`${leadImportParts.import_id} in ${expired}`);
    await tx
      .update(leadImportPlans)
      .set({ expires_at: null })
      .where(lte(leadImportPlans.expires_at, new Date(now)));
  });
}
