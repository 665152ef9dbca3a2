import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';
import { type Credentials, isAuthorized } from '../rest/api.ts';
import { type Denial, denyPageRequest, isLoopbackHost, type PageRequest } from './core/page-access.ts';

/** @returns why the request is denied, or null */
export type PageGuard = (kind: PageRequest, headers: IncomingHttpHeaders) => Denial | null;

/** One rule for all pages of the service, their data and their sockets. */
export function createPageGuard(config: Pick<Config, 'VOICE_HOST'>, credentials: Credentials): PageGuard {
  const isLoopback = isLoopbackHost(config.VOICE_HOST);
  return (kind, headers) =>
    denyPageRequest(kind, headers, {
      isLoopback,
      isAuthorized: isAuthorized(headers.authorization, credentials),
    });
}
