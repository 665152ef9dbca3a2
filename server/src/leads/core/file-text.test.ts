import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EncodingGuess, type FileEncoding, faultOfText, textDecoder } from './file-text.ts';

const HEADING = 'phone_number,fname\n';
const latin = (text: string) => Buffer.from(text, 'latin1');
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

function read(bytes: Uint8Array, piece = bytes.length || 1): { encoding: FileEncoding; text: string } {
  const guess = new EncodingGuess();
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += piece) pieces.push(bytes.subarray(at, at + piece));
  for (const one of pieces) guess.take(one);
  const encoding = guess.conclude();
  const decode = textDecoder(encoding);
  return { encoding, text: pieces.map((one) => decode(one)).join('') + decode(null) };
}

const ZOE = `${HEADING}+14155552601,Zoë Žižek €5 “yes”\n`;
it.each<[string, Uint8Array, FileEncoding, string]>([
  ['plain letters', latin(HEADING), 'utf-8', HEADING],
  ['UTF-8', Buffer.from(ZOE), 'utf-8', ZOE],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${ZOE}`), 'utf-8', ZOE],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${ZOE}`, 'utf16le'), 'utf-16le', ZOE],
  ['UTF-16 without it', Buffer.from(ZOE, 'utf16le'), 'utf-16le', ZOE],
  ['UTF-16 of the other order with its mark', bigEndian(`\ufeff${ZOE}`), 'utf-16be', ZOE],
  ['UTF-16 of the other order without it', bigEndian(ZOE), 'utf-16be', ZOE],
  [
    'Windows-1252',
    Buffer.concat([latin(`${HEADING}+14155552601,Zo\xeb \x8ei\x9eek \x805 \x93yes\x94\n`)]),
    'windows-1252',
    ZOE,
  ],
  ['nothing', new Uint8Array(), 'utf-8', ''],
  ['a character that somebody could not read', Buffer.from('Zo\ufffd'), 'utf-8', 'Zo\ufffd'],
])('reads %s', (_, bytes, encoding, text) => {
  expect(read(bytes)).toEqual({ encoding, text });
});

it('reads the same in pieces of any size', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 64, max: 200 }),
      fc.constantFrom<BufferEncoding>('utf8', 'utf16le'),
      (name, piece, encoding) => {
        const file = `${HEADING.repeat(5)}+14155552601,${name.replaceAll('\0', '')}\n`;
        expect(read(Buffer.from(file, encoding), piece).text).toBe(file);
      },
    ),
  );
});

it('says of a line of another encoding than the rest that it is', () => {
  const file = Buffer.concat([Buffer.from(ZOE), latin('+14155552602,Zo\xeb\n')]);
  const { encoding, text } = read(file);
  expect(encoding).toBe('mixed');
  expect(text.split('\n').map((line) => faultOfText(line, encoding))).toEqual([
    null,
    null,
    'The line is not in UTF-8, as the rest of the file is.',
    null,
  ]);
});

it.each<[string, FileEncoding, boolean]>([
  ['Zoë', 'utf-8', true],
  ['Zo\ufffd', 'utf-8', true],
  ['Zo\0', 'utf-8', false],
  ['Zo\u0081', 'windows-1252', false],
  ['Zo\ufffd', 'utf-16le', false],
])('takes %j of %s for text: %s', (line, encoding, isText) => {
  expect(faultOfText(line, encoding) === null).toBe(isText);
});
