/** The server's origin. Must be a secure context, or the page gets no microphone. */

export type ServerAddress =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly error: string };

export const NOT_AN_ADDRESS = 'This is not an address. It looks like phone.example.com.';
export const NOT_SECURE = 'Without https:// only this computer itself can be reached.';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|[^.]+\.localhost)$/;

export function serverAddress(typed: string): ServerAddress {
  const text = typed.trim();
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`;
  const url = text === '' || /\s/.test(text) ? null : parseUrl(withScheme);
  if (url === null || url.hostname === '' || `${url.username}${url.password}` !== '')
    return { ok: false, error: NOT_AN_ADDRESS };
  if (url.protocol === 'https:') return { ok: true, origin: url.origin };
  if (url.protocol !== 'http:') return { ok: false, error: NOT_AN_ADDRESS };
  // Browsers treat only this computer as secure without TLS.
  return LOOPBACK.test(url.hostname) ? { ok: true, origin: url.origin } : { ok: false, error: NOT_SECURE };
}

function schemeFor(text: string): 'http' | 'https' {
  return LOOPBACK.test(parseUrl(`http://${text}`)?.hostname ?? '') ? 'http' : 'https';
}

export function parseUrl(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
