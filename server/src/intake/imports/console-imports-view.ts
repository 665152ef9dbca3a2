import type {
  ImportProblem,
  LeadImport,
  LeadImportRow,
} from '@offhook/contract/console/leads/import-entities';
import { isInSchedule, type WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { and, asc, count, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { ConsoleResponse } from '../../accounts/settings/request.ts';
import { timeAt } from '../../leads/scheduled-calls/call-start.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import {
  auditLog,
  calls,
  leadImportLines,
  leadImportPlans,
  leadImports,
  leads,
  profiles,
  teamMembers,
  teams,
  users,
} from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { findZone } from './console-imports.ts';
import { importSpeed } from './core/import-speed.ts';
import { nameOf, readCells } from './core/read-row.ts';
import { readSample } from './import-columns.ts';
import { type CheckedRow, checkRows, type FileOfPlan, readAccount, readPlannedRows } from './import-rows.ts';
import { readCalled, subjectOf, UNDO_ACTION } from './remove-leads.ts';

const SHOWN_ROWS = 50;
const DAY_MS = 24 * 3_600_000;
/** Fewer calls don't tell how long the next ones take. */
const MIN_CALLS = 20;

/** @throws ApiError notFound */
async function findPlan(db: Database, accountId: number, id: number): Promise<FileOfPlan> {
  const [found] = await db
    .select({ file: leadImports, plan: leadImportPlans })
    .from(leadImportPlans)
    .innerJoin(leadImports, eq(leadImports.id, leadImportPlans.id))
    .where(and(eq(leadImports.account_id, accountId), eq(leadImports.id, id)));
  if (!found) throw new ApiError('notFound');
  return { ...found, account: await readAccount(db, accountId) };
}

export async function readLeadImport(
  deps: DatabaseAndClock,
  accountId: number,
  id: number,
): Promise<LeadImport> {
  const { db } = deps;
  const source = await findPlan(db, accountId, id);
  const { file, plan } = source;
  const isDraft = file.status === 'draft';
  const [team] = plan.team_id === null ? [] : await db.select().from(teams).where(eq(teams.id, plan.team_id));
  const [starter] =
    plan.started_by === null
      ? []
      : await db
          .select({ id: users.id, full_name: users.full_name })
          .from(users)
          .where(eq(users.id, plan.started_by));
  const sample = isDraft ? (await readSample(db, file)).slice(plan.has_header ? 1 : 0) : [];
  const { result } = plan;
  const rows = result?.rows ?? 0;
  const speed = importSpeed(file.lines, rows, plan.busy_ms);
  const isUndoable = file.status === 'complete' || file.status === 'canceled';
  const called = isUndoable ? await readCalled(db, id) : null;
  return {
    id,
    status: file.status,
    file_name: plan.file_name,
    started_by: starter ?? null,
    started_at: plan.started_at?.toISOString() ?? null,
    ended_at: file.ended_at?.toISOString() ?? null,
    error: file.error,
    plan: {
      revision: plan.revision,
      has_header: plan.has_header,
      columns: plan.columns.map((field, index) => ({
        heading: plan.has_header ? (plan.headings[index] ?? '') : null,
        example: (sample.find((cells) => (cells[index] ?? '').trim() !== '')?.[index] ?? '').slice(0, 200),
        field: field as LeadImport['plan']['columns'][number]['field'],
      })),
      team: team ? { id: team.id, name: team.name } : null,
      source: plan.source,
      known: plan.known,
      calls: plan.calls,
      call_date: plan.call_date,
      call_minute: plan.call_minute,
      expires_at: (plan.expires_at ?? file.created_at).toISOString(),
    },
    check:
      result === null
        ? null
        : {
            rows,
            new_leads: result.new_leads,
            known_leads: result.known_leads,
            invalid: Object.entries(result.invalid)
              .map(([problem, count]) => ({ problem: problem as ImportProblem, count }))
              .sort((one, other) => other.count - one.count),
            is_complete: result.is_complete,
          },
    progress: {
      done: file.lines,
      rows,
      new_leads: plan.new_leads,
      known_leads: plan.known_leads,
      rejected: file.refused,
      rows_per_second: speed.rowsPerSecond,
      seconds_left: speed.secondsLeft,
    },
    agents: isDraft && plan.calls !== 'none' && result?.is_complete ? await readAgents(deps, source) : null,
    can_undo: called?.hasLeads === true && !called.hasCalls,
    undone: file.status === 'undone' && file.ended_at ? await readUndone(db, file, file.ended_at) : null,
    keeps_rejected: isDraft || (file.refused > 0 && (await hasRejectedCells(db, id))),
  };
}

async function readUndone(
  db: Database,
  { id, account_id }: FileOfPlan['file'],
  endedAt: Date,
): Promise<LeadImport['undone']> {
  const [removed] = await db
    .select({ leads: count() })
    .from(leadImportLines)
    .where(and(eq(leadImportLines.import_id, id), eq(leadImportLines.outcome, 'removed')));
  const [by] = await db
    .select({ id: users.id, full_name: users.full_name })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.user_id))
    .where(
      and(
        eq(auditLog.account_id, account_id),
        eq(auditLog.action, UNDO_ACTION),
        eq(auditLog.subject, subjectOf(id)),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  return { leads: removed?.leads ?? 0, at: endedAt.toISOString(), by: by ?? null };
}

async function hasRejectedCells(db: Database, id: number): Promise<boolean> {
  const [row] = await db
    .select({ line: leadImportLines.line })
    .from(leadImportLines)
    .where(and(eq(leadImportLines.import_id, id), isNotNull(leadImportLines.cells)))
    .limit(1);
  return row !== undefined;
}

/** Agents of the team whose hours include the start, and how long they took for earlier calls to leads. */
async function readAgents({ db, clock }: DatabaseAndClock, { plan, account }: FileOfPlan) {
  const zone = await findZone(db, account.id, plan.team_id);
  const start =
    plan.calls === 'at' && plan.call_date !== null
      ? Math.max(timeAt(zone, plan.call_date, plan.call_minute), clock.now())
      : clock.now();
  const isTeam = plan.team_id === null ? eq(teams.is_default, true) : eq(teams.id, plan.team_id);
  const members = await db
    .select({ own: users.schedule, team: teams.schedule, teamId: teams.id })
    .from(teams)
    .innerJoin(teamMembers, eq(teamMembers.team_id, teams.id))
    .innerJoin(users, eq(users.id, teamMembers.user_id))
    .where(and(eq(teams.account_id, account.id), isTeam, eq(users.active, true)));
  const onShift = members.filter(({ own, team }) =>
    isInSchedule((own ?? team) as WeeklySchedule | null, start),
  );
  const [first] = members;
  if (!first || onShift.length === 0) return null;
  const since = new Date(clock.now() - 30 * DAY_MS).toISOString();
  const [past] = await queryRows<{ count: number; seconds: number | null; limit: number | null }>(
    db,
    sql`select count(*)::int as count, avg(extract(epoch from one.ended_at - one.started_at))::float8 as seconds,
        (select calls_per_minute from ${profiles} where team_id = ${first.teamId}) as "limit"
      from ${calls} one where one.account_id = ${account.id} and one.team_id = ${first.teamId}
        and one.type = 'lead' and one.claimed_by is not null and one.ended_at is not null
        and one.started_at > ${since}::timestamptz`,
  );
  const count = onShift.length;
  if (!past || past.seconds === null || past.count < MIN_CALLS) return { count, seconds: null };
  const newLeads = plan.result?.new_leads ?? 0;
  const byAgents = (newLeads * past.seconds) / count;
  const byLimit = past.limit ? (newLeads * 60) / past.limit : 0;
  return { count, seconds: Math.round(Math.max(byAgents, byLimit)) };
}

/** The first rows, or the first that aren't imported. */
export async function listLeadImportRows(
  { db }: DatabaseAndClock,
  accountId: number,
  id: number,
  only: '' | 'invalid',
): Promise<ConsoleResponse<'listLeadImportRows'>> {
  const source = await findPlan(db, accountId, id);
  const data =
    source.file.status === 'draft'
      ? await readDraftRows(db, source, only)
      : await readLines(db, source, only);
  return { success: true, data };
}

async function readDraftRows(db: Database, source: FileOfPlan, only: string): Promise<LeadImportRow[]> {
  const { plan, account } = source;
  const wanted = only === 'invalid' ? new Set(plan.result?.first_invalid ?? []) : null;
  const lastWanted = wanted === null ? Number.POSITIVE_INFINITY : Math.max(0, ...wanted);
  const found: CheckedRow[] = [];
  if (wanted?.size === 0) return [];
  for await (const batch of readPlannedRows(db, source, SHOWN_ROWS)) {
    const rows = batch.filter(({ line }) => wanted === null || wanted.has(line));
    found.push(...(await checkRows(db, account.id, rows)));
    if (found.length >= SHOWN_ROWS || (batch.at(-1)?.line ?? 0) >= lastWanted) break;
  }
  return found.slice(0, SHOWN_ROWS).map(({ line, cells, verdict, leadId }) => ({
    line,
    ...shownCells(source, cells),
    result: typeof verdict === 'string' ? verdict : 'invalid',
    reason: typeof verdict === 'string' ? null : verdict.reason,
    lead_id: leadId,
  }));
}

function shownCells({ plan }: FileOfPlan, cells: readonly string[]) {
  const values = readCells(plan, cells);
  return {
    name: nameOf(values).slice(0, 200),
    phone: (values.get('phone_number') ?? '').slice(0, 250),
    company: (values.get('company') ?? '').slice(0, 200),
  };
}

async function readLines(db: Database, source: FileOfPlan, only: string): Promise<LeadImportRow[]> {
  const rows = await db
    .select({
      line: leadImportLines,
      name: leads.label,
      phone: leads.phone_number,
      company: leads.company,
    })
    .from(leadImportLines)
    .leftJoin(leads, eq(leads.id, leadImportLines.lead_id))
    .where(
      and(
        eq(leadImportLines.import_id, source.file.id),
        only === 'invalid' ? eq(leadImportLines.outcome, 'refused') : gt(leadImportLines.line, 0),
      ),
    )
    .orderBy(asc(leadImportLines.line))
    .limit(SHOWN_ROWS);
  return rows.map(({ line, name, phone, company }) => {
    const isInvalid = line.outcome === 'refused';
    return {
      line: line.line,
      ...(isInvalid
        ? shownCells(source, line.cells ?? [])
        : { name: name ?? '', phone: phone ?? '', company: company ?? '' }),
      result: isInvalid ? ('invalid' as const) : line.created_lead ? ('new' as const) : ('known' as const),
      reason: isInvalid ? line.reason : null,
      lead_id: line.lead_id,
    };
  });
}

export interface RejectedFile {
  readonly headings: readonly string[];
  readonly rows: AsyncIterable<{ readonly cells: readonly string[]; readonly reason: string }>;
}

const ROWS_PER_READ = 1_000;

/** @throws ApiError notFound */
export async function readRejectedRows(db: Database, accountId: number, id: number): Promise<RejectedFile> {
  const source = await findPlan(db, accountId, id);
  const { plan, file, account } = source;
  const headings = plan.columns.map((_, index) => plan.headings[index] ?? '');
  async function* ofDraft() {
    for await (const batch of readPlannedRows(db, source, ROWS_PER_READ))
      for (const { cells, verdict } of await checkRows(db, account.id, batch))
        if (typeof verdict !== 'string') yield { cells, reason: verdict.reason };
  }
  async function* ofLines() {
    for (let after = 0; ; ) {
      const rows = await db
        .select()
        .from(leadImportLines)
        .where(
          and(
            eq(leadImportLines.import_id, id),
            isNotNull(leadImportLines.cells),
            gt(leadImportLines.line, after),
          ),
        )
        .orderBy(asc(leadImportLines.line))
        .limit(ROWS_PER_READ);
      for (const { cells, reason } of rows) yield { cells: cells ?? [], reason };
      const last = rows.at(-1);
      if (!last) return;
      after = last.line;
    }
  }
  return { headings, rows: file.status === 'draft' ? ofDraft() : ofLines() };
}
