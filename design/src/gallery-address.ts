/** Reads a gallery's address, such as `#oncall&theme=dark&dir=rtl`, and applies its theme and reading direction. */
export function readGalleryAddress(): URLSearchParams {
  const parts = new URLSearchParams(location.hash.slice(1).replace(/^([^&=]+)(&|$)/, 'state=$1$2'));
  const isPseudo = parts.get('locale') === 'pseudo';
  document.documentElement.dir = parts.get('dir') ?? (isPseudo ? 'rtl' : 'ltr');
  const theme = parts.get('theme');
  if (theme) preferTheme(theme);
  return parts;
}

/** Emulates the system's preference. */
function preferTheme(theme: string): void {
  const media = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSMediaRule)
    .map((rule) => rule.media)
    .filter(({ mediaText }) => mediaText.includes('prefers-color-scheme'));
  for (const one of media) one.mediaText = theme === 'dark' ? 'all' : 'not all';
}
