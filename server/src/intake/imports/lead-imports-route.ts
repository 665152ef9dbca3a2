/** Not in the request table, because the body isn't JSON. */

import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { authenticateSender, type Sender } from '../../accounts/sign-in/sender.ts';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Api } from '../../platform/http/route.ts';
import { type LeadImports, readImport } from './lead-imports.ts';

const number = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));
const Params = z.object({ id: number });
const Query = z.object({ after: z._default(number, 0) });

export interface LeadImportRouteDeps {
  readonly db: Database;
  readonly imports: LeadImports;
}

export function leadImportRoutes(api: Api, deps: LeadImportRouteDeps): void {
  const senders = new WeakMap<FastifyRequest, Sender>();
  const admit = (changes: boolean) => async (request: FastifyRequest) => {
    senders.set(request, await authenticateSender(api, deps.db, request, changes));
  };
  const sender = (request: FastifyRequest): Sender => {
    const found = senders.get(request);
    if (!found) throw new ApiError('unauthenticated');
    return found;
  };
  void api.server.register(async (server) => {
    server.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));
    const checkSize = async (request: FastifyRequest) => {
      if (Number(request.headers['content-length']) > deps.imports.maxFileBytes)
        throw new ApiError('fileTooLarge');
    };
    server.post('/api/v1/leads/imports', { onRequest: [admit(true), checkSize] }, async (request, reply) => {
      const body = request.body as AsyncIterable<Buffer> | null | undefined;
      if (!body || typeof body !== 'object' || !(Symbol.asyncIterator in body)) throw new ApiError('badFile');
      const { account, actor } = sender(request);
      const id = await deps.imports.accept(account, body, actor);
      return reply.code(202).send({ success: true, import: { id } });
    });
    server.get('/api/v1/leads/imports/:id', { onRequest: admit(false) }, async (request) => {
      const params = z.safeParse(Params, request.params);
      const query = z.safeParse(Query, request.query);
      if (!params.success || !query.success) throw new ApiError('notFound');
      return readImport(deps, sender(request).account, params.data.id, query.data.after);
    });
  });
}
