/** Where a login leads back to: a page of the console that was asked for by somebody who was not signed in. */
export const NEXT_PARAMETER = 'next';

/** Origin of the page that a login by Google returns to, where that is not the API's own. */
export const PAGE_PARAMETER = 'page';

/** Whether a text is an address of the console on this origin. Whatever else a link may say leads nowhere. */
export function isConsolePage(address: string): boolean {
  return /^\/admin(?:[/?]|$)/.test(address);
}
