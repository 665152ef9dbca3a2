/** What is decided of a login by Google: whom it is of, and where it leads. */

import { isConsolePage, NEXT_PARAMETER } from '@offhook/contract/client/next-page';
import { type ErrorCode, LOGIN_ERROR_PARAMETER } from '@offhook/contract/errors';

const LONGEST_NEXT = 1_000;

/**
 * The page of the console that a login leads on to, as path and query of this origin, written as a browser would;
 * null: whatever else was said leads nowhere.
 */
export function consolePage(said: unknown): string | null {
  if (typeof said !== 'string' || said.length > LONGEST_NEXT || !isConsolePage(said)) return null;
  const { pathname, search } = new URL(said, 'http://origin.invalid');
  return isConsolePage(pathname) ? pathname + search : null;
}

/**
 * Origin of the page that a login returns to, when it is one of those that may use this API; empty: this origin. A
 * stranger's is dropped, so that no link through here leads to another site.
 */
export function returnOrigin(said: unknown, pageOrigins: readonly string[]): string {
  return pageOrigins.find((origin) => origin === said) ?? '';
}

/** The login page with the reason; it knows the sentence of each code, so that no link can put words into its banner. */
export function loginWith(error: ErrorCode, next: string | null, page = ''): string {
  const query = new URLSearchParams({ [LOGIN_ERROR_PARAMETER]: error });
  if (next !== null) query.set(NEXT_PARAMETER, next);
  return `${page}/?${query}`;
}

/** The person whom the provider vouches for. */
export type Vouched = { readonly email: string } | { readonly refused: 'googleUnverified' };

/**
 * An email counts only when the provider says that it is this person's. Only A to Z are the same as a to z: of other
 * letters some become one of ours when they are made small, and somebody else's address with them.
 */
export function vouched(claims: { readonly email?: unknown; readonly email_verified?: unknown }): Vouched {
  const { email, email_verified } = claims;
  if (typeof email !== 'string' || email_verified !== true) return { refused: 'googleUnverified' };
  return { email: email.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) };
}
