/**
 * The demo's users and keys are known to all, so there any program of this machine may ask, and no other site's page may.
 * A foreign name can be made to lead to this machine; a page from there is its own origin, and has the name of its site in
 * both headers.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allowedOrigins } from './origins.ts';
import { Refusal } from './refusal.ts';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

export type Headers = Pick<FastifyRequest['headers'], 'host' | 'origin'>;

/** @param named origins of the configuration: their hosts may be asked for, besides those of this machine */
export function foreignPages(
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

/** Whatever the path. */
export function refuseForeignPages(server: FastifyInstance, isForeign: (headers: Headers) => boolean): void {
  server.addHook('onRequest', async ({ headers }) => {
    if (isForeign(headers)) throw new Refusal('foreignOrigin');
  });
}
