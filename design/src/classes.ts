/** Binds a CSS module: `classes(styles)('row', open && 'open')` gives the scoped names. */
export function classes(styles: Readonly<Record<string, string>>) {
  return (...names: readonly (string | false | null | undefined)[]): string =>
    names
      .map((name) => (name ? styles[name] : undefined))
      .filter((name) => name !== undefined)
      .join(' ');
}
