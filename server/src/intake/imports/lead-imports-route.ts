/** Files of leads, by an API key or an administrator's session. Not rows of the table: a file is no JSON. */
import { may } from '@offhook/contract/permissions';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Actor } from '../../accounts/settings/change.ts';
import type { Account } from '../../accounts/sign-in/api-keys.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Api } from '../../platform/http/route.ts';
import type { CallControl } from '../../server.ts';

const number = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));
const Params = z.object({ id: number });
const Query = z.object({ after: z._default(number, 0) });

export function leadImportRoutes(api: Api, control: CallControl): void {
  const senders = new WeakMap<FastifyRequest, Sender>();
  const admit = (changes: boolean) => async (request: FastifyRequest) => {
    senders.set(request, await senderOf(api, control, request, changes));
  };
  const sender = (request: FastifyRequest): Sender => {
    const found = senders.get(request);
    if (!found) throw new Refusal('unauthenticated');
    return found;
  };
  void api.server.register(async (server) => {
    // It is read as it comes, by whoever keeps it.
    server.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));
    const isTooLarge = async (request: FastifyRequest) => {
      if (Number(request.headers['content-length']) > control.fileLimit) throw new Refusal('fileTooLarge');
    };
    server.post('/api/v1/leads/imports', { onRequest: [admit(true), isTooLarge] }, async (request, reply) => {
      const body = request.body as AsyncIterable<Buffer> | null | undefined;
      if (!body || typeof body !== 'object' || !(Symbol.asyncIterator in body)) throw new Refusal('badFile');
      const { account, by } = sender(request);
      const id = await control.importLeads(account, body, by);
      return reply.code(202).send({ success: true, import: { id } });
    });
    server.get('/api/v1/leads/imports/:id', { onRequest: admit(false) }, async (request) => {
      const params = z.safeParse(Params, request.params);
      const query = z.safeParse(Query, request.query);
      if (!params.success || !query.success) throw new Refusal('notFound');
      return control.readImport(sender(request).account, params.data.id, query.data.after);
    });
  });
}

interface Sender {
  readonly account: Account;
  /** null: it came with a key. */
  readonly by: Actor | null;
}

export async function senderOf(
  api: Api,
  control: CallControl,
  request: FastifyRequest,
  changes: boolean,
): Promise<Sender> {
  if (request.headers.authorization !== undefined) {
    const { account } = await api.admit(request, 'api-key', changes);
    if (account === null) throw new Refusal('unauthenticated');
    return { account, by: null };
  }
  const { session } = await api.admit(request, 'user', changes);
  if (!session?.user) throw new Refusal('unauthenticated');
  const { user } = session;
  if (!may(user, 'admin')) throw new Refusal('forbidden');
  return { account: await control.accountOf(user), by: { user, address: request.ip } };
}
