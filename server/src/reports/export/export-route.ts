import { Readable } from 'node:stream';
import { CALLS_FILE, CallFilters, LEADS_FILE, LeadFilters } from '@offhook/contract/console/list-filters';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { recordChange } from '../../accounts/settings/change.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { Api } from '../../platform/http/route.ts';
import { type Clock, elapsed } from '../../platform/process/clock.ts';
import { countCalls } from '../calls.ts';
import { exportSubject } from '../core/export-entry.ts';
import { countLeads } from '../lead-views.ts';
import { callColumns, readCallBatches } from './calls-file.ts';
import { csvChunks } from './csv-file.ts';
import { leadColumns, readLeadBatches } from './leads-file.ts';
import { createRunningExports } from './running-exports.ts';
import { zonedTimes } from './zoned-time.ts';

const BATCH_ROWS = 1_000;
/** A client that reads nothing for so long is gone. */
const STALLED_MS = 60_000;
/** A client that reads slower gets part of the file, and its browser says so. */
const MAX_MS = 30 * 60_000;

interface FileKind<F> {
  readonly name: string;
  /** In the audit log. */
  readonly action: string;
  readonly filters: z.ZodMiniType<F>;
  readonly count: (db: Database, user: SignedInUser, filters: F) => Promise<number>;
  readonly chunks: (db: Database, user: SignedInUser, filters: F, timeZone: string) => AsyncGenerator<string>;
}

const CALLS: FileKind<CallFilters> = {
  name: 'calls',
  action: 'calls export',
  filters: CallFilters,
  count: countCalls,
  chunks: (db, user, filters, timeZone) =>
    csvChunks(callColumns(timeZone), readCallBatches(db, user, filters, BATCH_ROWS)),
};

const LEADS: FileKind<LeadFilters> = {
  name: 'leads',
  action: 'leads export',
  filters: LeadFilters,
  count: countLeads,
  chunks: (db, user, filters, timeZone) =>
    csvChunks(leadColumns(timeZone), readLeadBatches(db, user, filters, BATCH_ROWS)),
};

/** Not in the contract's table, because files aren't JSON. */
export function exportRoutes(api: Api, { db, clock }: DatabaseAndClock): void {
  const running = createRunningExports();

  function serve<F extends { readonly time_zone?: string | undefined }>(
    path: string,
    kind: FileKind<F>,
  ): void {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const { session } = await api.authorize(request, 'supervisor', false);
      if (!session?.user) throw new ApiError('unauthenticated');
      const { user } = session;
      const parsed = z.safeParse(kind.filters, request.query);
      if (!parsed.success) throw new ApiError('badInput');
      const filters = parsed.data;
      const timeZone = filters.time_zone ?? user.time_zone;
      const end = running.begin(user.id);
      try {
        const { time_zone: _, ...logged } = filters;
        const subject = exportSubject(kind.name, await kind.count(db, user, filters), logged);
        // Before the first row, so that no row leaves without an entry.
        await recordChange(db, { user, address: request.ip }, kind.action, subject, clock.now());
      } catch (error) {
        end();
        throw error;
      }
      const file = Readable.from(limitTime(kind.chunks(db, user, filters, timeZone), clock));
      file.once('close', end);
      const stop = () => file.destroy();
      reply.raw.once('close', stop);
      if (reply.raw.destroyed) stop();
      reply.raw.setTimeout(STALLED_MS, stop);
      const day = zonedTimes(timeZone)(new Date(clock.now())).slice(0, 10);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${kind.name}-${day}.csv"`)
        .header('cache-control', 'no-store')
        .send(file);
    };
    api.server.get(path, { exposeHeadRoute: false }, handler);
  }

  serve(CALLS_FILE, CALLS);
  serve(LEADS_FILE, LEADS);
}

async function* limitTime(chunks: AsyncGenerator<string>, clock: Clock): AsyncGenerator<string, void> {
  const began = elapsed(clock);
  for await (const chunk of chunks) {
    if (elapsed(clock) - began > MAX_MS) throw new Error('the client reads the file too slowly');
    yield chunk;
  }
}
