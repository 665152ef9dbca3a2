/** Where a login leads back to: a page of the console that was asked for by somebody who was not signed in. */
export const NEXT_PARAMETER = 'next';

/** Whether a text is an address of the console on this origin. Whatever else a link may say leads nowhere. */
export function isConsolePage(address: string): boolean {
  return /^\/admin(?:[/?]|$)/.test(address);
}
