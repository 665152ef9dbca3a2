export const CONSOLE_ROOT = '/admin';

/** URL of the login page, which leads back to the requested page. */
export function loginUrl(page: { readonly pathname: string; readonly search: string }): string {
  return `/?${new URLSearchParams({ next: page.pathname + page.search })}`;
}
