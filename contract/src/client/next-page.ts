/** Query parameter with the console page to open after login. */
export const NEXT_PARAMETER = 'next';

/** Query parameter with the page's origin, for a Google login when the API is on another origin. */
export const PAGE_PARAMETER = 'page';

/** Prevents a redirect to another site after login. */
export function isConsolePage(address: string): boolean {
  return /^\/admin(?:[/?]|$)/.test(address);
}
