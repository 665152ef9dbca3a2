/**
 * Where the API is: a page on a loopback host asks its own origin; any other asks the origin that its server's
 * configuration names, or its own when that is empty. Returns an origin without a slash at the end.
 */
export function apiBase(
  page: { readonly hostname: string; readonly origin: string },
  configured: string,
): string {
  if (isLoopback(page.hostname) || configured === '') return page.origin;
  return configured.replace(/\/+$/, '');
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
