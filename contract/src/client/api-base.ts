/** Chooses the API's origin for phone and console from the server's configuration. */
import * as z from 'zod/mini';

export const ApiOrigins = z.object({
  /** Empty for the page's own origin. */
  production: z.string(),
  /** Pages on this domain and its subdomains use `development`; empty for none. */
  development_domain: z.string(),
  development: z.string(),
});
export type ApiOrigins = z.infer<typeof ApiOrigins>;

export function apiBase(
  page: { readonly hostname: string; readonly origin: string },
  { production, development_domain, development }: ApiOrigins,
): string {
  if (isLoopback(page.hostname)) return page.origin;
  const configured = isOnDomain(page.hostname, development_domain) ? development : production;
  return configured === '' ? page.origin : configured.replace(/\/+$/, '');
}

/** Other addresses are returned unchanged. */
export function toApiUrl(base: string, address: string): string {
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
