/** Where an address may be opened that a page wants to go to. */
import { parsedUrl } from './server-address.ts';
import { isTelLink } from './tel-link.ts';

/**
 * stay: in this window. browser: in the person's own browser or mail program. phone: dialled by this phone.
 * refused: nowhere.
 */
export type Destination = 'stay' | 'browser' | 'phone' | 'refused';

export function destination(address: string, origin: string, where: 'here' | 'newWindow'): Destination {
  if (isTelLink(address)) return 'phone';
  const url = parsedUrl(address);
  if (!url) return 'refused';
  // `origin` of what has none (data:, blob: of nobody) is the text null.
  if (isOf(url.href, origin)) return where === 'here' ? 'stay' : 'browser';
  return url.protocol === 'https:' || url.protocol === 'mailto:' ? 'browser' : 'refused';
}

/** Whether a page of this address is a page of our server. A blob: of the server's has its origin, but is not its page. */
export function isOf(address: string, origin: string): boolean {
  const url = parsedUrl(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === origin;
}
