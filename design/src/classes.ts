/**
 * Binds a CSS module: `const c = classes(styles); c('row', open && 'open')` gives the scoped names,
 * leaving out what is false and what the module does not define.
 */
export function classes(styles: Readonly<Record<string, string>>) {
  return (...names: readonly (string | false | null | undefined)[]): string =>
    names
      .map((name) => (name ? styles[name] : undefined))
      .filter((name) => name !== undefined)
      .join(' ');
}
