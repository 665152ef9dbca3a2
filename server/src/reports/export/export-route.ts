import { Readable } from 'node:stream';
import {
  CALLS_FILE,
  CallFilters,
  LEADS_FILE,
  LeadFilters,
  REPORT_FILE,
} from '@offhook/contract/console/list-filters';
import { BAD_PERIOD, ReportFileQuery } from '@offhook/contract/console/report-entities';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { recordChange } from '../../accounts/settings/change.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { Api } from '../../platform/http/route.ts';
import { countCalls } from '../calls.ts';
import { reportRows } from '../figures/core/report-rows.ts';
import { createReports, type ReadReport } from '../figures/report.ts';
import { countLeads } from '../lead-views.ts';
import { callColumns, readCallBatches } from './calls-file.ts';
import { exportSubject } from './core/export-entry.ts';
import { reportTable } from './core/report-table.ts';
import { csvChunks } from './csv-file.ts';
import { leadColumns, readLeadBatches } from './leads-file.ts';
import { limitTime } from './limit-time.ts';
import { reportChunks, tableChunks } from './report-file.ts';
import { createRunningExports } from './running-exports.ts';
import { zonedTimes } from './zoned-time.ts';

const BATCH_ROWS = 1_000;
/** A client that reads nothing for so long is gone. */
const STALLED_MS = 60_000;

interface OpenedFile {
  /** Default: that of the kind, with the day of the export. */
  readonly name?: string;
  readonly rows: number;
  readonly chunks: AsyncGenerator<string>;
}

interface FileKind<F> {
  readonly name: string;
  /** In the audit log. */
  readonly action: string;
  readonly filters: z.ZodMiniType<F>;
  readonly open: (user: SignedInUser, filters: F) => Promise<OpenedFile>;
}

const zoneOf = (user: SignedInUser, filters: { readonly time_zone?: string | undefined }) =>
  filters.time_zone ?? user.time_zone;

const callsFile = (db: Database): FileKind<CallFilters> => ({
  name: 'calls',
  action: 'calls export',
  filters: CallFilters,
  open: async (user, filters) => ({
    rows: await countCalls(db, user, filters),
    chunks: csvChunks(callColumns(zoneOf(user, filters)), readCallBatches(db, user, filters, BATCH_ROWS)),
  }),
});

const leadsFile = (db: Database): FileKind<LeadFilters> => ({
  name: 'leads',
  action: 'leads export',
  filters: LeadFilters,
  open: async (user, filters) => ({
    rows: await countLeads(db, user, filters),
    chunks: csvChunks(leadColumns(zoneOf(user, filters)), readLeadBatches(db, user, filters, BATCH_ROWS)),
  }),
});

const reportFile = (readReport: ReadReport): FileKind<z.output<typeof ReportFileQuery>> => ({
  name: 'report',
  action: 'report export',
  filters: ReportFileQuery,
  open: async (user, { table: part, ...query }) => {
    const rows = reportRows(await readReport(user, query));
    if (part === undefined) return { rows: rows.length, chunks: reportChunks(rows) };
    const table = reportTable(rows, part);
    const name = `report-${part}-${query.from}-${query.to}`;
    return { name, rows: table.rows.length, chunks: tableChunks(table) };
  },
});

/** They choose no rows. */
interface Unlogged {
  readonly time_zone?: string;
  readonly before_from?: string;
  readonly before_to?: string;
}

/** Not in the contract's table, because files aren't JSON. */
export function exportRoutes(api: Api, { db, clock }: DatabaseAndClock): void {
  const running = createRunningExports();

  function serve<F extends object>(path: string, kind: FileKind<F>): void {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const { session } = await api.authorize(request, 'supervisor', false);
      if (!session?.user) throw new ApiError('unauthenticated');
      const { user } = session;
      const parsed = z.safeParse(kind.filters, request.query);
      if (!parsed.success) {
        const isPeriod = parsed.error.issues[0]?.message === BAD_PERIOD;
        throw new ApiError(isPeriod ? 'badPeriod' : 'badInput');
      }
      const filters = parsed.data;
      const end = running.begin(user.id);
      const opened = await kind.open(user, filters).catch((error: unknown) => {
        end();
        throw error;
      });
      const file = Readable.from(limitTime(opened.chunks, clock));
      file.once('close', end);
      const stop = () => file.destroy();
      reply.raw.once('close', stop);
      if (reply.raw.destroyed) stop();
      reply.raw.setTimeout(STALLED_MS, stop);
      const { time_zone, before_from, before_to, ...logged } = filters as F & Unlogged;
      const subject = exportSubject(kind.name, opened.rows, logged);
      // Before the first row, so that no row leaves without an entry.
      await recordChange(db, { user, address: request.ip }, kind.action, subject, clock.now()).catch(
        (error: unknown) => {
          stop();
          throw error;
        },
      );
      const day = zonedTimes(user.time_zone)(new Date(clock.now())).slice(0, 10);
      const { name = `${kind.name}-${day}` } = opened;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.csv"`)
        .header('cache-control', 'no-store')
        .send(file);
    };
    api.server.get(path, { exposeHeadRoute: false }, handler);
  }

  serve(CALLS_FILE, callsFile(db));
  serve(LEADS_FILE, leadsFile(db));
  serve(REPORT_FILE, reportFile(createReports({ db, clock })));
}
