// The demo's users and keys are public, so no other site's page may use them. With DNS rebinding, a foreign name may
// resolve to this machine; such a page has that name in both Host and Origin.
import { webFormPath } from '@offhook/contract/leads/web-form';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { allowedOrigins } from './origins.ts';

const WEB_FORM_URL = webFormPath(':key');
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

export type Headers = Pick<FastifyRequest['headers'], 'host' | 'origin'>;

export function createForeignPageCheck(
  publicUrl: string,
  named: readonly string[] = [],
): (headers: Headers) => boolean {
  const origins = allowedOrigins(publicUrl, named);
  const hosts = new Set([publicUrl, ...named].map((one) => new URL(one).host));
  return ({ host = '', origin }) => {
    if (!hosts.has(host) && !LOOPBACK.test(host)) return true;
    if (origin === undefined || origins.has(origin)) return false;
    return !URL.canParse(origin) || new URL(origin).host !== host;
  };
}

export function rejectForeignPages(server: FastifyInstance, isForeign: (headers: Headers) => boolean): void {
  server.addHook('onRequest', async ({ headers, routeOptions }) => {
    // A web form checks its own list of websites.
    if (routeOptions.url !== WEB_FORM_URL && isForeign(headers)) throw new ApiError('foreignOrigin');
  });
}
