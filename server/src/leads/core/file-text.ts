import { english } from '../../platform/core/sentences.ts';

/** `mixed`: mostly UTF-8 with some invalid bytes. Spreadsheets write Windows-1252 in Western locales. */
export const FILE_ENCODINGS = ['utf-8', 'mixed', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

const REPLACEMENT = '\ufffd';
const REPLACEMENT_BYTES = Uint8Array.from([0xef, 0xbf, 0xbd]);

export class EncodingDetector {
  #utf16: 'utf-16le' | 'utf-16be' | null = null;
  #hasStarted = false;
  #hasBom = false;
  #hasInvalidUtf8 = false;
  /** A valid multibyte character is unlikely to occur by chance in an 8-bit encoding. */
  #hasMultibyte = false;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** @param bytes the first chunk must have at least 4 bytes, unless the file is shorter */
  push(bytes: Uint8Array): void {
    if (!this.#hasStarted) {
      this.#hasStarted = true;
      this.#utf16 = detectUtf16(bytes);
      this.#hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    }
    if (this.#utf16 === null) this.#inspect(this.#decoder.decode(bytes, { stream: true }), bytes);
  }

  finish(): FileEncoding {
    if (this.#utf16 !== null) return this.#utf16;
    this.#inspect(this.#decoder.decode(), new Uint8Array());
    if (!this.#hasInvalidUtf8) return 'utf-8';
    return this.#hasBom || this.#hasMultibyte ? 'mixed' : 'windows-1252';
  }

  #inspect(text: string, bytes: Uint8Array): void {
    if (text.includes(REPLACEMENT)) {
      // The file may contain real replacement characters.
      const written = countOccurrences(bytes, REPLACEMENT_BYTES);
      if (text.split(REPLACEMENT).length - 1 > written) this.#hasInvalidUtf8 = true;
    }
    if (!this.#hasMultibyte) this.#hasMultibyte = /[^\p{ASCII}\ufeff\ufffd]/u.test(text);
  }
}

/** Detects UTF-16 by its byte order mark, or by the zero bytes next to the header's ASCII letters. */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const first = bytes.subarray(0, 64);
  let [even, odd] = [0, 0];
  for (const [index, byte] of first.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const threshold = first.length / 4;
  if (odd > threshold && even === 0) return 'utf-16le';
  return even > threshold && odd === 0 ? 'utf-16be' : null;
}

function countOccurrences(bytes: Uint8Array, pattern: Uint8Array): number {
  let found = 0;
  for (let at = bytes.indexOf(pattern[0] ?? 0); at >= 0; at = bytes.indexOf(pattern[0] ?? 0, at + 1))
    if (pattern.every((byte, index) => bytes[at + index] === byte)) found += 1;
  return found;
}

/** Where Windows-1252 differs from Latin-1. Its five undefined bytes stay control characters. */
const WINDOWS_1252_FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Decodes chunk by chunk (null ends the text). Joins split characters and drops the byte order mark. */
export function createTextDecoder(encoding: FileEncoding): (bytes: Uint8Array | null) => string {
  if (encoding === 'windows-1252') {
    const latin = new TextDecoder('iso-8859-1');
    return (bytes) =>
      bytes === null
        ? ''
        : latin
            .decode(bytes)
            .replace(/[\u0080-\u009f]/g, (one) => WINDOWS_1252_FROM_0X80[one.charCodeAt(0) - 0x80] ?? one);
  }
  const decoder = new TextDecoder(encoding === 'mixed' ? 'utf-8' : encoding);
  return (bytes) => (bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true }));
}

export function findTextProblem(text: string, encoding: FileEncoding): string | null {
  if (encoding === 'mixed' && text.includes(REPLACEMENT)) return english({ id: 'import.notUtf8' });
  const isBroken =
    text.includes('\u0000') ||
    (encoding === 'windows-1252' && /[\u0080-\u009f]/.test(text)) ||
    (encoding.startsWith('utf-16') && text.includes(REPLACEMENT));
  return isBroken ? english({ id: 'import.brokenText' }) : null;
}
