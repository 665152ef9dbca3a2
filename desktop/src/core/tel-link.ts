/** tel: links that the desktop hands to the phone. */

const LONGEST = 200;

/** A number follows, and nothing that a command line or an address could take for something else. */
export function isTelLink(text: string): boolean {
  return text.length <= LONGEST && /^tel:[^\p{Cc}]*\d[^\p{Cc}]*$/iu.test(text);
}

/** Of what a program was started with: the last tel: link; null without one. */
export function telLinkIn(args: readonly string[]): string | null {
  return args.findLast(isTelLink) ?? null;
}

/** The phone's address with a link for it. The plus sign is written so that no form decoding makes it a space. */
export function phoneAddress(origin: string, telLink: string | null): string {
  return telLink === null ? `${origin}/` : `${origin}/?url=tel:${encodeURIComponent(telLink.slice(4))}`;
}
