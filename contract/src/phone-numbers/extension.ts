/**
 * Extensions as text, separate from the number parser, so that pages that only show one do not load its metadata. How
 * long an extension may be is judged by the parser: see `phone-number.ts`.
 */

/** A number and its extension as text, which `readNumber` reads again. The extension has at most 20 digits. */
export function withExtension(number: string, extension: string | null | undefined): string {
  return extension ? `${number} ext. ${extension}` : number;
}

/**
 * Separators between a number and its extension. The parser also accepts words of other languages; if it cannot read such an extension, it rejects the whole text as not a number.
 */
export const EXTENSION =
  /^(.*?\d)[\s()[\].]*(;\s*ext=|[,;]+|[#~\uff5e]|(?:extension|extn|ext|x)(?![a-wyz])|-\s*(?=\d+#))[\s.:=]*(.*)$/isu;

/** Splits a text before the sign or word of an extension; the second part is empty without one. */
export function splitExtension(text: string): readonly [number: string, extension: string] {
  const number = EXTENSION.exec(text)?.[1];
  return number === undefined ? [text, ''] : [number, text.slice(number.length)];
}

/** The parser also accepts Arabic-Indic, Persian and full-width digits. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String(digit.charCodeAt(0) & 0xf),
  );
}
