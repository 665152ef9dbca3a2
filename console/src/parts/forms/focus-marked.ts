/**
 * A `ref` of what appears because the user asked for it: focuses its element with `data-focus`.
 * Preact leaves `autoFocus` to the browser, which honors it once per page.
 */
export function focusMarked(appeared: HTMLElement | null): void {
  appeared?.querySelector<HTMLElement>('[data-focus]')?.focus();
}
