import { createHash, timingSafeEqual } from 'node:crypto';
import { ERRORS } from '@offhook/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../route.ts';

/**
 * For Prometheus. With a token: who shows it as a bearer. Without one: who asks from this machine and was sent by no
 * proxy.
 */
export function metricsRoutes(
  api: Api,
  token: string,
  read: () => Promise<{ readonly type: string; readonly body: string }>,
): void {
  api.server.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    // To a stranger it is not there.
    if (!mayRead(request, token)) {
      return reply.code(ERRORS.notFound.status).send({ success: false, error: ERRORS.notFound.text });
    }
    const { type, body } = await read();
    return reply.type(type).send(body);
  });
}

function mayRead({ headers, socket }: FastifyRequest, token: string): boolean {
  if (token !== '') return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const from = socket.remoteAddress ?? '';
  const isHere = from === '127.0.0.1' || from === '::1' || from === '::ffff:127.0.0.1';
  return isHere && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined;
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
