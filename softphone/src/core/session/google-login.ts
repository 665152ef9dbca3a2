import { NEXT_PARAMETER, PAGE_PARAMETER } from '@offhook/contract/client/next-page';

/** Where the server begins the login by Google, which leads back to the page that was asked for. */
export function googleLoginAddress(api: string, page: string, next: string | null): string {
  const query = new URLSearchParams();
  if (next !== null) query.set(NEXT_PARAMETER, next);
  // An API on another origin would otherwise lead back to itself.
  if (api !== page) query.set(PAGE_PARAMETER, page);
  return `${api}/apps/webrtc/login/google${query.size > 0 ? `?${query}` : ''}`;
}
