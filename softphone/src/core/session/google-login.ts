import { NEXT_PARAMETER, PAGE_PARAMETER } from '@offhook/contract/client/next-page';

export function googleLoginAddress(api: string, page: string, next: string | null): string {
  const query = new URLSearchParams();
  if (next !== null) query.set(NEXT_PARAMETER, next);
  // Otherwise an API on another origin would redirect to itself.
  if (api !== page) query.set(PAGE_PARAMETER, page);
  return `${api}/apps/webrtc/login/google${query.size > 0 ? `?${query}` : ''}`;
}
