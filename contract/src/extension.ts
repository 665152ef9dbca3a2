/** Extensions as text, apart from the parser of numbers, so that a page that only shows one does not load its patterns. */

/** A number and its extension as text, which `readNumber` reads again. The extension has at most 20 digits. */
export function withExtension(number: string, extension: string | null | undefined): string {
  return extension ? `${number} ext. ${extension}` : number;
}

/**
 * What may stand between a number and its extension. The parser knows more words, of other languages: it reads their
 * extensions, and says of what it cannot read that it is no number.
 */
export const EXTENSION =
  /^(.*?\d)[\s()[\].]*(;\s*ext=|[,;]+|[#~\uff5e]|(?:extension|extn|ext|x)(?![a-wyz])|-\s*(?=\d+#))[\s.:=]*(.*)$/isu;

/** Splits a text before the sign or word of an extension; the second part is empty without one. */
export function splitExtension(text: string): readonly [number: string, extension: string] {
  const number = EXTENSION.exec(text)?.[1];
  return number === undefined ? [text, ''] : [number, text.slice(number.length)];
}

/** The parser takes the digits of three scripts. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String(digit.charCodeAt(0) & 0xf),
  );
}
