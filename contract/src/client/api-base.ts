/** Which origin a page asks for the API. The phone and the console decide it here, by what their server configured. */
import * as z from 'zod/mini';

export const ApiOrigins = z.object({
  /** Empty: the page's own origin. */
  production: z.string(),
  /** Pages on this domain and its subdomains use `development`; empty: there is no such domain. */
  development_domain: z.string(),
  development: z.string(),
});
export type ApiOrigins = z.infer<typeof ApiOrigins>;

/** @returns an origin without a slash at the end */
export function apiBase(
  page: { readonly hostname: string; readonly origin: string },
  { production, development_domain, development }: ApiOrigins,
): string {
  if (isLoopback(page.hostname)) return page.origin;
  const configured = isOnDomain(page.hostname, development_domain) ? development : production;
  return configured === '' ? page.origin : configured.replace(/\/+$/, '');
}

/** The full address of a path of the API; an address that is not a path of the API stays as it is. */
export function apiAddress(base: string, address: string): string {
  return isApiPath(address) ? base + address : address;
}

/** `//host/path` is an address on another host. */
export function isApiPath(address: string): boolean {
  return /^\/(?!\/)/.test(address);
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

function isOnDomain(hostname: string, domain: string): boolean {
  return domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`));
}
