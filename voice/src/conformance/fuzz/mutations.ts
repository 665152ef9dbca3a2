import { readFileSync } from 'node:fs';
import fc from 'fast-check';

/** Random inputs per parser; set `OFFHOOK_FUZZ=100000` for a long run. */
export const rounds = Number(process.env['OFFHOOK_FUZZ'] ?? 200);

/**
 * Characters that often cause bugs: NUL, a lone surrogate, a multi-byte character, a byte order mark, a line separator,
 * a combining accent.
 */
const SPECIAL_CHARACTERS = ['\0', '\ud800', '\u00fc', '\u{1f600}', '\ufeff', '\u2028', '\u0301'];

interface Repeated {
  readonly repeat: string;
  readonly times: number;
}

/** Seed inputs from `corpus/<name>.json`: valid inputs, and inputs that once broke a parser. Bytes are in hex. */
export function corpus(name: string): readonly string[] {
  const url = new URL(`./corpus/${name}.json`, import.meta.url);
  const entries = JSON.parse(readFileSync(url, 'utf8')) as readonly (
    | string
    | readonly (string | Repeated)[]
  )[];
  return entries.map((one) => (typeof one === 'string' ? one : one.map(expandRepeated).join('')));
}

function expandRepeated(part: string | Repeated): string {
  return typeof part === 'string' ? part : part.repeat.repeat(part.times);
}

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly copies: number;
}

const edit = {
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat({ max: 24 }),
  copies: fc.nat({ max: 3 }),
};

/** Mutations of valid texts: pieces are removed, repeated and replaced. */
export function texts(seeds: readonly string[], words: readonly string[]): fc.Arbitrary<string> {
  const insert = fc.oneof(fc.constantFrom(...words, ...SPECIAL_CHARACTERS), fc.string({ maxLength: 12 }));
  const edits = fc.array(fc.record({ ...edit, insert }), { minLength: 1, maxLength: 5 });
  const change = (text: string, { at, remove, copies, insert: added }: Edit & { insert: string }): string => {
    const from = Math.floor(at * text.length);
    const cut = text.slice(from, from + remove);
    return text.slice(0, from) + added + cut.repeat(copies) + text.slice(from + remove);
  };
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(fc.constantFrom(...seeds), edits).map(([seed, all]) => all.reduce(change, seed)),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.constantFrom(...words, ...SPECIAL_CHARACTERS), { maxLength: 40 })
        .map((all) => all.join('')),
    },
  );
}

export function byteStrings(seeds: readonly Uint8Array[]): fc.Arbitrary<Buffer> {
  const insert = fc.uint8Array({ maxLength: 12 });
  const flips = fc.array(fc.tuple(edit.at, fc.integer({ min: 1, max: 255 })), { maxLength: 4 });
  const edits = fc.array(fc.record({ ...edit, insert }), { maxLength: 2 });
  const change = (
    bytes: Buffer,
    { at, remove, copies, insert: added }: Edit & { insert: Uint8Array },
  ): Buffer => {
    const from = Math.floor(at * bytes.length);
    const cut = bytes.subarray(from, from + remove);
    const repeated = Array.from({ length: copies }, () => cut);
    return Buffer.concat([bytes.subarray(0, from), added, ...repeated, bytes.subarray(from + remove)]);
  };
  const flip = (bytes: Buffer, [at, mask]: readonly [number, number]): Buffer => {
    const from = Math.min(bytes.length - 1, Math.floor(at * bytes.length));
    if (from >= 0) bytes[from] = (bytes[from] ?? 0) ^ mask;
    return bytes;
  };
  const mutated = fc
    .tuple(fc.constantFrom(...seeds), flips, edits)
    .map(([seed, flipped, all]) => all.reduce(change, flipped.reduce(flip, Buffer.from(seed))));
  const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
  return fc.oneof({ weight: 8, arbitrary: mutated }, { weight: 1, arbitrary: noise });
}
