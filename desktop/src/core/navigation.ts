import { parseUrl } from './server-address.ts';
import { isTelLink } from './tel-link.ts';

/** stay: this window. browser: the default browser or mail program. phone: dialed. blocked: not opened. */
export type Destination = 'stay' | 'browser' | 'phone' | 'blocked';

export function destination(address: string, origin: string, where: 'here' | 'newWindow'): Destination {
  if (isTelLink(address)) return 'phone';
  const url = parseUrl(address);
  if (!url) return 'blocked';
  // An opaque origin (data:, some blob:) is the string `null`.
  if (isServerPage(url.href, origin)) return where === 'here' ? 'stay' : 'browser';
  return url.protocol === 'https:' || url.protocol === 'mailto:' ? 'browser' : 'blocked';
}

/** Whether the URL is a page of the server. A blob: URL has the server's origin but isn't its page. */
export function isServerPage(address: string, origin: string): boolean {
  const url = parseUrl(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === origin;
}
