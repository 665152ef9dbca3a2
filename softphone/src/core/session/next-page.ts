import { isConsolePage, NEXT_PARAMETER } from '@offhook/contract/client/next-page';

/** Null unless the address is a page of the console. */
export function nextPage(search: string): string | null {
  const next = new URLSearchParams(search).get(NEXT_PARAMETER) ?? '';
  return isConsolePage(next) ? next : null;
}
