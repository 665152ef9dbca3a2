import { isConsolePage, NEXT_PARAMETER } from '@offhook/contract/client/next-page';

/**
 * The address that the page's own query names, as path and query of this origin; null unless it is the console's.
 */
export function nextPage(search: string): string | null {
  const next = new URLSearchParams(search).get(NEXT_PARAMETER) ?? '';
  return isConsolePage(next) ? next : null;
}
