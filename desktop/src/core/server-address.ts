/** The server's origin. Must be a secure context, or the page gets no microphone. */

export type ServerAddress =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly problem: AddressProblem };

/** Message IDs. */
export type AddressProblem = 'server.notAddress' | 'server.notSecure';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|[^.]+\.localhost)$/;

export function serverAddress(typed: string): ServerAddress {
  const text = typed.trim();
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`;
  const url = text === '' || /\s/.test(text) ? null : parseUrl(withScheme);
  if (url === null || url.hostname === '' || `${url.username}${url.password}` !== '')
    return { ok: false, problem: 'server.notAddress' };
  if (url.protocol === 'https:') return { ok: true, origin: url.origin };
  if (url.protocol !== 'http:') return { ok: false, problem: 'server.notAddress' };
  // Without TLS, browsers treat only the local machine as a secure context.
  return LOOPBACK.test(url.hostname)
    ? { ok: true, origin: url.origin }
    : { ok: false, problem: 'server.notSecure' };
}

function schemeFor(text: string): 'http' | 'https' {
  return LOOPBACK.test(parseUrl(`http://${text}`)?.hostname ?? '') ? 'http' : 'https';
}

export function parseUrl(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
