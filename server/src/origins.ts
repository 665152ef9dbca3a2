/** From which pages the API may be used. */
import type { FastifyInstance } from 'fastify';

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-allow-headers': 'content-type, x-csrf-token, idempotency-key',
  'access-control-max-age': '600',
};

/** Pages that may change things: those of the public origin (a loopback one at all its names), and those named. */
export function allowedOrigins(publicUrl: string, pageOrigins: readonly string[]): ReadonlySet<string> {
  const url = new URL(publicUrl);
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  const port = url.port === '' ? '' : `:${url.port}`;
  const own = loopback.includes(url.hostname)
    ? loopback.map((name) => `${url.protocol}//${name}${port}`)
    : [url.origin];
  return new Set([...own, ...pageOrigins]);
}

/** Lets the browser hand answers to pages of these other origins, which ask with their cookies. */
export function answerPagesElsewhere(server: FastifyInstance, origins: ReadonlySet<string>): void {
  if (origins.size === 0) return;
  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined || !origins.has(origin)) return;
    reply.header('access-control-allow-origin', origin).header('access-control-allow-credentials', 'true');
    if (request.method === 'OPTIONS') return reply.code(204).headers(PREFLIGHT).send();
  });
}
