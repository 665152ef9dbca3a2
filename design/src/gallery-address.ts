/** What the address of a gallery asks for: `#oncall&theme=dark&dir=rtl`. Theme and reading direction it has at once. */
export function readGalleryAddress(): URLSearchParams {
  const parts = new URLSearchParams(location.hash.slice(1).replace(/^([^&=]+)(&|$)/, 'state=$1$2'));
  document.documentElement.dir = parts.get('dir') ?? 'ltr';
  const theme = parts.get('theme');
  if (theme) preferTheme(theme);
  return parts;
}

/** Makes the page look as if the system preferred this theme. */
function preferTheme(theme: string): void {
  const media = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSMediaRule)
    .map((rule) => rule.media)
    .filter(({ mediaText }) => mediaText.includes('prefers-color-scheme'));
  for (const one of media) one.mediaText = theme === 'dark' ? 'all' : 'not all';
}
