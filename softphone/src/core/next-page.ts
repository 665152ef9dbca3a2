/** Where a login leads back to: a page of the console that was asked for by somebody who was not signed in. */
export const NEXT_PARAMETER = 'next';

/**
 * The address that the page's own query names, as path and query of this origin; null unless it is the console's.
 * Whatever else a link may say there leads nowhere.
 */
export function nextPage(search: string): string | null {
  const next = new URLSearchParams(search).get(NEXT_PARAMETER) ?? '';
  return /^\/admin(?:[/?]|$)/.test(next) ? next : null;
}
