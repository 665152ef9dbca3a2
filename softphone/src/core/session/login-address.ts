import { NEXT_PARAMETER, PAGE_PARAMETER } from '@offhook/contract/client/next-page';

export const GOOGLE_LOGIN = '/apps/webrtc/login/google';

/**
 * @param path where a login on the server begins
 * @param search of the page, if the login keeps all of it
 */
export function loginAddress(
  path: string,
  api: string,
  page: string,
  next: string | null,
  search = '',
): string {
  const query = new URLSearchParams(search);
  if (next !== null) query.set(NEXT_PARAMETER, next);
  // Otherwise an API on another origin would redirect to itself.
  if (api !== page) query.set(PAGE_PARAMETER, page);
  return `${api}${path}${query.size > 0 ? `?${query}` : ''}`;
}
