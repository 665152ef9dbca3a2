/** What a request shows of its origin. */
export interface RequestHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | readonly string[] | undefined;
}

export interface PageAccess {
  /** Whether the service listens on a loopback address only. */
  readonly isLoopback: boolean;
  /** Whether the request has the account's Basic auth. */
  readonly isAuthorized: boolean;
}

/** `page`: a document or its files. `read`: data for the page. `act`: a change, or a WebSocket. */
export type PageRequest = 'page' | 'read' | 'act';

export type Denial = { readonly status: 401 | 403; readonly error: string };

/**
 * Who may use the pages of the service. On a loopback address everyone on this machine, without a password; elsewhere
 * the account. Never a page of another origin, even one whose name resolves to this address (DNS rebinding).
 */
export function denyPageRequest(
  kind: PageRequest,
  headers: RequestHeaders,
  { isLoopback, isAuthorized }: PageAccess,
): Denial | null {
  if (isLoopback && !isLoopbackHost(hostName(headers.host)))
    return { status: 403, error: 'Open this page at localhost or 127.0.0.1' };
  if (!isLoopback && !isAuthorized)
    return { status: 401, error: 'Log in with the account SID and the auth token' };
  if (kind !== 'page' && !isOwnOrigin(kind, headers))
    return { status: 403, error: 'Only the page of this service may send this request' };
  return null;
}

/** @param host an address to listen on, or the name in a Host header */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/** Browsers send `Origin` with every change and WebSocket, and `Sec-Fetch-Site` with every request. */
function isOwnOrigin(kind: PageRequest, { host, origin, ...headers }: RequestHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined) return kind === 'read';
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
}

/** The name in a Host header, without the port; empty if the header is missing or invalid. */
function hostName(host: string | undefined): string {
  return /^(\[[0-9a-f:.]+\]|[^:[\]/@\s]+)(:\d{1,5})?$/i.exec(host ?? '')?.[1] ?? '';
}
