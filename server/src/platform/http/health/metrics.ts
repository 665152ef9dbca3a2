import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../route.ts';

/** Without a token, only direct requests from this machine are allowed. */
export function metricsRoutes(
  api: Api,
  token: string,
  read: () => Promise<{ readonly type: string; readonly body: string }>,
): void {
  api.server.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isAllowed(request, token)) return reply.callNotFound();
    const { type, body } = await read();
    return reply.type(type).send(body);
  });
}

function isAllowed({ headers, socket }: FastifyRequest, token: string): boolean {
  if (token !== '') return constantTimeEquals(headers.authorization ?? '', `Bearer ${token}`);
  const from = socket.remoteAddress ?? '';
  const isLocal = from === '127.0.0.1' || from === '::1' || from === '::ffff:127.0.0.1';
  return isLocal && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined;
}

function constantTimeEquals(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
