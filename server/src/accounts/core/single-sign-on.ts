import {
  SIGN_ON_DOMAIN_PARAMETER,
  SIGN_ON_PROBLEM_PARAMETER,
  type SignOnProblem,
} from '@offhook/contract/accounts/single-sign-on';
import { NEXT_PARAMETER, PAGE_PARAMETER } from '@offhook/contract/client/next-page';
import { ORGANIZATION_LOGIN_PAGE } from '@offhook/contract/client/sign-in-pages';
import { verifiedEmail } from './google-login.ts';

/** Each account has its own, so that one issuer can't answer a login that another was asked for. */
export function organizationRedirectUri(publicUrl: string, accountId: number): string {
  return `${publicUrl}${ORGANIZATION_LOGIN_PAGE}/${accountId}/callback`;
}

/**
 * An issuer's URL as its tokens name it; null if it can't be one. Without TLS only on this machine, which the guard of
 * outbound requests allows in the demo alone.
 */
export function parseIssuer(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || /[?#\s]/.test(text) || url.username !== '' || url.password !== '') return null;
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? text : null;
}

/** An email that the issuer calls unverified is never accepted. @returns null if it isn't accepted */
export function organizationEmail(
  claims: { readonly email?: unknown; readonly email_verified?: unknown },
  trustsEmails: boolean,
): string | null {
  const isUnsaid = claims.email_verified === undefined;
  const verified = verifiedEmail(trustsEmails && isUnsaid ? { ...claims, email_verified: true } : claims);
  return 'email' in verified ? verified.email : null;
}

/** The page has the texts of problems, so a crafted link can't show its own. */
export function signOnProblemUrl(
  problem: SignOnProblem,
  { domain, next, page }: { readonly domain: string; readonly next: string | null; readonly page: string },
): string {
  const query = new URLSearchParams({ [SIGN_ON_PROBLEM_PARAMETER]: problem });
  if (domain !== '') query.set(SIGN_ON_DOMAIN_PARAMETER, domain);
  if (next !== null) query.set(NEXT_PARAMETER, next);
  if (page !== '') query.set(PAGE_PARAMETER, page);
  return `${ORGANIZATION_LOGIN_PAGE}?${query}`;
}
