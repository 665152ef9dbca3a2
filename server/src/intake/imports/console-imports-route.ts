/** These routes aren't in the request table, because their bodies aren't JSON. */
import { LEAD_IMPORT_FILES, UploadQuery } from '@offhook/contract/console/leads/import-entities';
import { stringify } from 'csv-stringify';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Actor } from '../../accounts/settings/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { chooseResponseLanguage, translateFor } from '../../platform/http/response-language.ts';
import type { Api } from '../../platform/http/route.ts';
import { translateStored } from '../../platform/http/stored-sentences.ts';
import type { ConsoleImports } from './console-imports.ts';
import { readRejectedRows } from './console-imports-view.ts';

const Params = z.object({
  id: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
});

export interface ConsoleImportRouteDeps {
  readonly db: Database;
  readonly consoleImports: ConsoleImports;
}

export function consoleImportRoutes(api: Api, { db, consoleImports }: ConsoleImportRouteDeps): void {
  const actors = new WeakMap<FastifyRequest, Actor>();
  const admit = (changes: boolean) => async (request: FastifyRequest) => {
    const { session } = await api.authorize(request, 'admin', changes);
    if (!session?.user) throw new ApiError('unauthenticated');
    actors.set(request, { user: session.user, address: request.ip });
  };
  const actorOf = (request: FastifyRequest): Actor => {
    const actor = actors.get(request);
    if (!actor) throw new ApiError('unauthenticated');
    return actor;
  };
  void api.server.register(async (server) => {
    server.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));
    const checkSize = async (request: FastifyRequest) => {
      if (Number(request.headers['content-length']) > consoleImports.maxFileBytes)
        throw new ApiError('fileTooLarge');
    };
    server.post(LEAD_IMPORT_FILES, { onRequest: [admit(true), checkSize] }, async (request, reply) => {
      const body = request.body as AsyncIterable<Buffer> | null | undefined;
      if (!body || typeof body !== 'object' || !(Symbol.asyncIterator in body))
        throw new ApiError('badImportFile');
      const query = z.safeParse(UploadQuery, request.query);
      if (!query.success) throw new ApiError('badInput');
      const id = await consoleImports.upload(actorOf(request), body, query.data.name);
      return reply.code(202).send({ success: true, import: { id } });
    });
    server.get(`${LEAD_IMPORT_FILES}/:id/rejected`, { onRequest: admit(false) }, async (request, reply) => {
      const params = z.safeParse(Params, request.params);
      if (!params.success) throw new ApiError('notFound');
      const { user } = actorOf(request);
      const { headings, rows } = await readRejectedRows(db, user.account_id, params.data.id);
      const reader = chooseResponseLanguage(request, reply);
      const csv = stringify({ bom: true, escape_formulas: true, record_delimiter: 'windows' });
      const reason = translateFor(request, reply, { id: 'import.reason' });
      void (async () => {
        csv.write([...headings, reason]);
        for await (const row of rows) {
          const cells = headings.map((_, index) => row.cells[index] ?? '');
          if (!csv.write([...cells, translateStored(row.reason, reader)]))
            await new Promise((resolve) => csv.once('drain', resolve));
        }
        csv.end();
      })().catch((error: unknown) => csv.destroy(error instanceof Error ? error : new Error(String(error))));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="rejected-rows-${params.data.id}.csv"`)
        .header('cache-control', 'no-store')
        .send(csv);
    });
  });
}
