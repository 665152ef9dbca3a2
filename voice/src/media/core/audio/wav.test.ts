import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeUlaw } from './g711.ts';
import { parseWav, wavHeader } from './wav.ts';

function file(options: { tag?: number; channels?: number; rate?: number; bits?: number; data: Uint8Array }) {
  const bytes = new Uint8Array(44 + options.data.length);
  bytes.set(wavHeader(options.channels ?? 1, options.data.length));
  const view = new DataView(bytes.buffer);
  view.setUint16(20, options.tag ?? 1, true);
  view.setUint32(24, options.rate ?? 8000, true);
  view.setUint16(34, options.bits ?? 16, true);
  bytes.set(options.data, 44);
  return bytes;
}

const pcm = (...samples: number[]) => new Uint8Array(Int16Array.from(samples).buffer);

test.each<[string, Uint8Array, readonly number[]]>([
  ['mono PCM is read unchanged', file({ data: pcm(1, -2, 300) }), [1, -2, 300]],
  ['two channels are averaged', file({ channels: 2, data: pcm(100, 300, -50, 50) }), [200, 0]],
  ['mu-law is decoded', file({ tag: 7, bits: 8, data: encodeUlaw(Int16Array.of(988, 0)) }), [988, 0]],
  [
    'a truncated data chunk is read up to its end',
    file({ data: pcm(5, 6, 7, 8) }).subarray(0, 44 + 5),
    [5, 6],
  ],
])('%s', (_name, bytes, expected) => {
  const result = parseWav(bytes);
  expect(result.ok && [...result.samples]).toEqual(expected);
});

test.each<[string, Uint8Array, RegExp]>([
  ['an empty file', new Uint8Array(0), /not a RIFF/],
  ['an MP3', new TextEncoder().encode('ID3.................................'), /not a RIFF/],
  ['a file with 24 bits', file({ bits: 24, data: pcm(1) }), /neither/],
  ['a file with six channels', file({ channels: 6, data: pcm(1) }), /channels/],
  ['a file without a rate', file({ rate: 0, data: pcm(1) }), /rate of 0/],
  ['a file without data', file({ data: pcm(1) }).subarray(0, 36), /no data chunk/],
])('%s is rejected with a reason', (_name, bytes, reason) => {
  const result = parseWav(bytes);
  expect(result.ok ? '' : result.error).toMatch(reason);
});

test('other sample rates are converted', () => {
  const result = parseWav(file({ rate: 16000, data: pcm(...Array(320).fill(1000)) }));
  expect(result.ok && result.samples.length).toBe(160);
});

test('a written file is read back', () => {
  fc.assert(
    fc.property(fc.int16Array({ maxLength: 300 }), (samples) => {
      const result = parseWav(file({ data: new Uint8Array(samples.slice().buffer) }));
      expect(result.ok && result.samples).toEqual(samples);
    }),
  );
});

test('random files do not break the parser', () => {
  const validFile = file({ data: pcm(1, 2, 3, 4) });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat({ max: 60 }), (noise, at) => {
      parseWav(noise);
      const broken = validFile.slice();
      broken.set(noise.subarray(0, Math.max(0, broken.length - at)), Math.min(at, broken.length));
      parseWav(broken);
    }),
  );
});
