export const CONSOLE_ROOT = '/admin';

/** The login, which leads back to the requested page. */
export function loginAddress(page: { readonly pathname: string; readonly search: string }): string {
  return `/?${new URLSearchParams({ next: page.pathname + page.search })}`;
}
