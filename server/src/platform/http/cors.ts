import { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import { REQUESTS } from '@offhook/contract/requests/all-requests';
import type { FastifyInstance } from 'fastify';

const METHODS = [...Object.values(REQUESTS), ...Object.values(CONSOLE_REQUESTS)].map(({ method }) => method);
const PREFLIGHT = {
  'access-control-allow-methods': [...new Set(METHODS)].join(', '),
  'access-control-allow-headers': 'content-type, x-csrf-token, idempotency-key',
  'access-control-max-age': '600',
};

export function addCors(server: FastifyInstance, origins: ReadonlySet<string>): void {
  if (origins.size === 0) return;
  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    // Needed on every response, so that caches don't mix up origins.
    reply.header('vary', 'Origin');
    if (origin === undefined || !origins.has(origin)) return;
    reply.header('access-control-allow-origin', origin).header('access-control-allow-credentials', 'true');
    if (request.method === 'OPTIONS') return reply.code(204).headers(PREFLIGHT).send();
  });
}
