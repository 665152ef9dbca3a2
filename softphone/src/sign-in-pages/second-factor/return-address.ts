import { isConsolePage, NEXT_PARAMETER, PAGE_PARAMETER } from '@offhook/contract/client/next-page';
import { LOGIN_ERROR_PARAMETER } from '@offhook/contract/errors';

/**
 * Where a finished login goes on: the console's page that asked for it, else the phone with the address it had, such
 * as a number to call.
 * @param page origin of the page that started the login; empty for this one's
 */
export function returnAddress(page: string, search: string): string {
  const query = new URLSearchParams(search);
  const next = query.get(NEXT_PARAMETER) ?? '';
  if (isConsolePage(next)) return page + next;
  query.delete(NEXT_PARAMETER);
  query.delete(PAGE_PARAMETER);
  query.delete(LOGIN_ERROR_PARAMETER);
  return `${page}/${query.size > 0 ? `?${query}` : ''}`;
}
