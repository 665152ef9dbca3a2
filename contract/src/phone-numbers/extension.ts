/** Separate from the number parser, so pages that only show extensions don't load its metadata. */

/** Formats text that `readNumber` can parse. The extension has at most 20 digits. */
export function withExtension(number: string, extension: string | null | undefined): string {
  return extension ? `${number} ext. ${extension}` : number;
}

/**
 * Matches extensions in English and with symbols. The parser also knows words in other languages; if it can't read such
 * an extension, it rejects the whole text.
 */
export const EXTENSION =
  /^(.*?\d)[\s()[\].]*(;\s*ext=|[,;]+|[#~\uff5e]|(?:extension|extn|ext|x)(?![a-wyz])|-\s*(?=\d+#))[\s.:=]*(.*)$/isu;

/** The second part is empty without an extension. */
export function splitExtension(text: string): readonly [number: string, extension: string] {
  const number = EXTENSION.exec(text)?.[1];
  return number === undefined ? [text, ''] : [number, text.slice(number.length)];
}

/** The parser accepts Arabic-Indic, Persian and full-width digits. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String(digit.charCodeAt(0) & 0xf),
  );
}
