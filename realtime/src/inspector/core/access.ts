/** Who may open the inspector page. It shows every event, so it's for the developer of this computer alone. */

export interface PageRequest {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
}

export interface AccessRules {
  readonly scheme: 'http' | 'https';
  /** Whether the service listens on a loopback address only. */
  readonly isLoopback: boolean;
  readonly isPassword: (user: string, password: string) => boolean;
}

export interface AccessFailure {
  readonly status: 401 | 403;
  readonly reason: string;
}

/**
 * On a loopback address the page needs no password, but the Host must be a loopback name: a website whose name resolves
 * to 127.0.0.1 (DNS rebinding) sends its own. On any other address it needs the app's key and secret.
 */
export function accessFailure(request: PageRequest, rules: AccessRules): AccessFailure | null {
  if (rules.isLoopback) {
    if (!isLoopbackName(hostName(request.host)))
      return { status: 403, reason: 'Open this page as localhost or 127.0.0.1' };
  } else {
    const [user, password] = basicCredentials(request.authorization);
    if (!rules.isPassword(user, password))
      return { status: 401, reason: 'Log in with the key and the secret' };
  }
  const isChange = request.method !== 'GET' && request.method !== 'HEAD';
  const isForeign = request.origin !== `${rules.scheme}://${request.host}`;
  if (isForeign && (isChange || request.origin !== undefined))
    return { status: 403, reason: 'Only this page may send this request' };
  return null;
}

export function isLoopbackName(name: string): boolean {
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    name === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name)
  );
}

/** Without the port. */
function hostName(host = ''): string {
  return host.toLowerCase().replace(/:\d{1,5}$/, '');
}

function basicCredentials(authorization = ''): [string, string] {
  const encoded = /^Basic ([A-Za-z0-9+/]{1,1000}={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined) return ['', ''];
  const text = decodeBase64(encoded);
  const colon = text.indexOf(':');
  return colon < 0 ? ['', ''] : [text.slice(0, colon), text.slice(colon + 1)];
}

function decodeBase64(encoded: string): string {
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}
