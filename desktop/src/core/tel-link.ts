/** tel: links passed to the app by the operating system. */

const MAX_LENGTH = 200;

/** Needs a digit, and has no control characters that a command line or URL could misinterpret. */
export function isTelLink(text: string): boolean {
  return text.length <= MAX_LENGTH && /^tel:[^\p{Cc}]*\d[^\p{Cc}]*$/iu.test(text);
}

/** The last tel: link among the command-line arguments; null if there is none. */
export function findTelLink(args: readonly string[]): string | null {
  return args.findLast(isTelLink) ?? null;
}

/** The plus sign is escaped so that form decoding doesn't turn it into a space. */
export function phoneUrl(origin: string, telLink: string | null): string {
  return telLink === null ? `${origin}/` : `${origin}/?url=tel:${encodeURIComponent(telLink.slice(4))}`;
}
