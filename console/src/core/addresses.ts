/** The console's own addresses, under the root of the server. */
export const CONSOLE_ROOT = '/admin';

/** Where a visitor signs in, to come back to the page that they asked for. */
export function loginAddress(page: { readonly pathname: string; readonly search: string }): string {
  return `/?${new URLSearchParams({ next: page.pathname + page.search })}`;
}
