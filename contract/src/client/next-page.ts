/** The console page to open after login. */
export const NEXT_PARAMETER = 'next';

/** The page's origin, for a Google login on another origin than the API's. */
export const PAGE_PARAMETER = 'page';

/** Prevents a redirect to another site after login. */
export function isConsolePage(address: string): boolean {
  return /^\/admin(?:[/?]|$)/.test(address);
}
