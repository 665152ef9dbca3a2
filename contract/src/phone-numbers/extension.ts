/**
 * Extensions as text, separate from the number parser, so pages that only show them don't load its metadata. The parser
 * limits their length: see `phone-number.ts`.
 */

/** Joins a number and an extension into text that `readNumber` reads. The extension has at most 20 digits. */
export function withExtension(number: string, extension: string | null | undefined): string {
  return extension ? `${number} ext. ${extension}` : number;
}

/**
 * Separators between number and extension. The parser knows words in other languages too; if it can't read such an
 * extension, it rejects the whole text as not a number.
 */
export const EXTENSION =
  /^(.*?\d)[\s()[\].]*(;\s*ext=|[,;]+|[#~\uff5e]|(?:extension|extn|ext|x)(?![a-wyz])|-\s*(?=\d+#))[\s.:=]*(.*)$/isu;

/** Splits a text before the extension's separator; the second part is empty without one. */
export function splitExtension(text: string): readonly [number: string, extension: string] {
  const number = EXTENSION.exec(text)?.[1];
  return number === undefined ? [text, ''] : [number, text.slice(number.length)];
}

/** Converts Arabic-Indic, Persian and full-width digits, which the parser accepts. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String(digit.charCodeAt(0) & 0xf),
  );
}
