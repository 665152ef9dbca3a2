import type { ApiOrigins } from '@offhook/contract/client/api-base';
import { PAGE_PARAMETER } from '@offhook/contract/client/next-page';

interface Origins {
  readonly api: ApiOrigins;
  readonly page_origins: readonly string[];
}

/**
 * Where the phone and the console are; empty for this page's own origin. The sign-in pages are on the API's. A login
 * names its page; a mailed link doesn't, and leads to the first one.
 */
export function homeOrigin(
  { origin, search }: Pick<Location, 'origin' | 'search'>,
  { api, page_origins: origins }: Origins,
): string {
  // An unlisted origin could be anyone's.
  const named = origins.find((one) => one === new URLSearchParams(search).get(PAGE_PARAMETER));
  if (named !== undefined) return named;
  const isApiOrigin = [api.production, api.development].some((one) => one.replace(/\/+$/, '') === origin);
  return (isApiOrigin && origins[0]) || '';
}
