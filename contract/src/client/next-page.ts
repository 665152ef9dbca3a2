/** Query parameter with the console page to open after login. */
export const NEXT_PARAMETER = 'next';

/** Query parameter with the page's origin, for a Google login where it isn't the API's own. */
export const PAGE_PARAMETER = 'page';

/** Whether an address is a console page of this origin; any other target is ignored. */
export function isConsolePage(address: string): boolean {
  return /^\/admin(?:[/?]|$)/.test(address);
}
