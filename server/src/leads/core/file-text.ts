/** How the bytes of somebody's file are read as text, when the file does not say it. */

/**
 * `mixed`: mostly UTF-8, with bytes that are none. What is no UTF-8 at all, in a file of eight-bit characters, is
 * Windows-1252: what spreadsheets write in the west of Europe and in America.
 */
export const FILE_ENCODINGS = ['utf-8', 'mixed', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

const REPLACEMENT = '\ufffd';
const REPLACEMENT_BYTES = Uint8Array.from([0xef, 0xbf, 0xbd]);

/** Looks at a file's bytes as they come, and says at the end what they are. */
export class EncodingGuess {
  #wide: 'utf-16le' | 'utf-16be' | null = null;
  #begun = false;
  #marked = false;
  #broken = false;
  /** Characters of several bytes that are right: hardly there by chance in a file of eight-bit characters. */
  #confirmed = false;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** @param bytes the next ones; the first ones are at least four, unless the file is shorter */
  take(bytes: Uint8Array): void {
    if (!this.#begun) {
      this.#begun = true;
      this.#wide = wideOf(bytes);
      this.#marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    }
    if (this.#wide === null) this.#judge(this.#decoder.decode(bytes, { stream: true }), bytes);
  }

  conclude(): FileEncoding {
    if (this.#wide !== null) return this.#wide;
    this.#judge(this.#decoder.decode(), new Uint8Array());
    if (!this.#broken) return 'utf-8';
    return this.#marked || this.#confirmed ? 'mixed' : 'windows-1252';
  }

  #judge(text: string, bytes: Uint8Array): void {
    if (text.includes(REPLACEMENT)) {
      // The character itself may have been written down, by whoever could not read what was there.
      const written = occurrences(bytes, REPLACEMENT_BYTES);
      if (text.split(REPLACEMENT).length - 1 > written) this.#broken = true;
    }
    if (!this.#confirmed) this.#confirmed = /[^\p{ASCII}\ufeff\ufffd]/u.test(text);
  }
}

/** Two bytes a character: told by the mark at the beginning, or by the zeros beside the heading's plain letters. */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const first = bytes.subarray(0, 64);
  let [even, odd] = [0, 0];
  for (const [index, byte] of first.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const most = first.length / 4;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}

function occurrences(bytes: Uint8Array, wanted: Uint8Array): number {
  let found = 0;
  for (let at = bytes.indexOf(wanted[0] ?? 0); at >= 0; at = bytes.indexOf(wanted[0] ?? 0, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) found += 1;
  return found;
}

/** Where Windows-1252 differs from the first 256 characters of Unicode. The five that it does not have stay controls. */
const FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Bytes in pieces → text in pieces; a character that was cut in two is whole. The mark of the beginning is none. */
export function textDecoder(encoding: FileEncoding): (bytes: Uint8Array | null) => string {
  if (encoding === 'windows-1252') {
    const latin = new TextDecoder('iso-8859-1');
    return (bytes) =>
      bytes === null
        ? ''
        : latin
            .decode(bytes)
            .replace(/[\u0080-\u009f]/g, (one) => FROM_0X80[one.charCodeAt(0) - 0x80] ?? one);
  }
  const decoder = new TextDecoder(encoding === 'mixed' ? 'utf-8' : encoding);
  return (bytes) => (bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true }));
}

/** What somebody should do about a line that cannot be text as it stands; null: it is text. */
export function faultOfText(text: string, encoding: FileEncoding): string | null {
  if (encoding === 'mixed' && text.includes(REPLACEMENT))
    return 'The line is not in UTF-8, as the rest of the file is.';
  const isBroken =
    text.includes('\u0000') ||
    (encoding === 'windows-1252' && /[\u0080-\u009f]/.test(text)) ||
    (encoding.startsWith('utf-16') && text.includes(REPLACEMENT));
  return isBroken ? 'The line holds characters that are no text.' : null;
}
