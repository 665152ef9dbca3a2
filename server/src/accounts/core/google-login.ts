import { isConsolePage, NEXT_PARAMETER } from '@offhook/contract/client/next-page';
import { SIGN_IN_PAGES } from '@offhook/contract/client/sign-in-pages';
import { LOGIN_ERROR_PARAMETER, type LoginErrorCode } from '@offhook/contract/errors';

const MAX_NEXT_LENGTH = 1_000;

/** Path and query of a console page, normalized as a browser would; null for any other value. */
export function toConsolePath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_NEXT_LENGTH || !isConsolePage(value)) return null;
  const { pathname, search } = new URL(value, 'http://origin.invalid');
  return isConsolePage(pathname) ? pathname + search : null;
}

/** Empty for this origin and, to prevent open redirects, for unlisted ones. */
export function allowedReturnOrigin(value: unknown, pageOrigins: readonly string[]): string {
  return pageOrigins.find((origin) => origin === value) ?? '';
}

/** The login page maps the code to a sentence, so a crafted link can't put its own text into the banner. */
export function loginErrorUrl(error: LoginErrorCode, next: string | null, page = ''): string {
  const query = new URLSearchParams({ [LOGIN_ERROR_PARAMETER]: error });
  if (next !== null) query.set(NEXT_PARAMETER, next);
  return `${page}/?${query}`;
}

/** On the API's origin. */
export function secondStepUrl(next: string | null): string {
  return next === null
    ? SIGN_IN_PAGES.secondStep
    : `${SIGN_IN_PAGES.secondStep}?${new URLSearchParams({ [NEXT_PARAMETER]: next })}`;
}

export type VerifiedEmail = { readonly email: string } | { readonly rejected: 'googleUnverified' };

/**
 * Only verified emails count. Only A-Z are lowercased: some other letters lowercase to ASCII and would match
 * another user's address.
 */
export function verifiedEmail(claims: {
  readonly email?: unknown;
  readonly email_verified?: unknown;
}): VerifiedEmail {
  const { email, email_verified } = claims;
  if (typeof email !== 'string' || email_verified !== true) return { rejected: 'googleUnverified' };
  return { email: email.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) };
}
