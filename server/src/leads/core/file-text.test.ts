import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTextDecoder, EncodingDetector, type FileEncoding, findTextProblem } from './file-text.ts';

const HEADING = 'phone_number,fname\n';
const latin = (text: string) => Buffer.from(text, 'latin1');
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

function read(bytes: Uint8Array, chunkSize = bytes.length || 1): { encoding: FileEncoding; text: string } {
  const detector = new EncodingDetector();
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunkSize) chunks.push(bytes.subarray(at, at + chunkSize));
  for (const one of chunks) detector.push(one);
  const encoding = detector.finish();
  const decode = createTextDecoder(encoding);
  return { encoding, text: chunks.map((one) => decode(one)).join('') + decode(null) };
}

const ZOE = `${HEADING}+14155552601,Zoë Žižek €5 “yes”\n`;
it.each<[string, Uint8Array, FileEncoding, string]>([
  ['ASCII', latin(HEADING), 'utf-8', HEADING],
  ['UTF-8', Buffer.from(ZOE), 'utf-8', ZOE],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${ZOE}`), 'utf-8', ZOE],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${ZOE}`, 'utf16le'), 'utf-16le', ZOE],
  ['UTF-16 without a byte order mark', Buffer.from(ZOE, 'utf16le'), 'utf-16le', ZOE],
  ['big-endian UTF-16 with a byte order mark', bigEndian(`\ufeff${ZOE}`), 'utf-16be', ZOE],
  ['big-endian UTF-16 without a byte order mark', bigEndian(ZOE), 'utf-16be', ZOE],
  [
    'Windows-1252',
    Buffer.concat([latin(`${HEADING}+14155552601,Zo\xeb \x8ei\x9eek \x805 \x93yes\x94\n`)]),
    'windows-1252',
    ZOE,
  ],
  ['an empty file', new Uint8Array(), 'utf-8', ''],
  ['a real replacement character', Buffer.from('Zo\ufffd'), 'utf-8', 'Zo\ufffd'],
])('%s is detected and decoded', (_, bytes, encoding, text) => {
  expect(read(bytes)).toEqual({ encoding, text });
});

it('the decoded text does not depend on the chunk size', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 64, max: 200 }),
      fc.constantFrom<BufferEncoding>('utf8', 'utf16le'),
      (name, chunkSize, encoding) => {
        const file = `${HEADING.repeat(5)}+14155552601,${name.replaceAll('\0', '')}\n`;
        expect(read(Buffer.from(file, encoding), chunkSize).text).toBe(file);
      },
    ),
  );
});

it('a line in a different encoding than the rest is reported', () => {
  const file = Buffer.concat([Buffer.from(ZOE), latin('+14155552602,Zo\xeb\n')]);
  const { encoding, text } = read(file);
  expect(encoding).toBe('mixed');
  expect(text.split('\n').map((line) => findTextProblem(line, encoding))).toEqual([
    null,
    null,
    'The line isn’t in UTF-8, unlike the rest of the file.',
    null,
  ]);
});

it.each<[string, FileEncoding, boolean]>([
  ['Zoë', 'utf-8', true],
  ['Zo\ufffd', 'utf-8', true],
  ['Zo\0', 'utf-8', false],
  ['Zo\u0081', 'windows-1252', false],
  ['Zo\ufffd', 'utf-16le', false],
])('%j in %s is valid text: %s', (line, encoding, isText) => {
  expect(findTextProblem(line, encoding) === null).toBe(isText);
});
