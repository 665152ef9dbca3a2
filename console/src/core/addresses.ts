import { NEXT_PARAMETER } from '@offhook/contract/client/next-page';
import { SIGN_IN_PAGES } from '@offhook/contract/client/sign-in-pages';

export const CONSOLE_ROOT = '/admin';

/** The user's own factors and sessions; leads back to the console. */
export const SECURITY_ADDRESS = `${SIGN_IN_PAGES.security}?${new URLSearchParams({ [NEXT_PARAMETER]: CONSOLE_ROOT })}`;

/** URL of the login page, which leads back to the requested page. */
export function loginUrl(page: { readonly pathname: string; readonly search: string }): string {
  return `/?${new URLSearchParams({ next: page.pathname + page.search })}`;
}
