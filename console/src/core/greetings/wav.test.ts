import { expect, it } from 'vitest';
import { encodeWav } from './wav.ts';

const read = (channels: readonly number[][]) => {
  const bytes = encodeWav(
    channels.map((samples) => Float32Array.from(samples)),
    8_000,
  );
  const view = new DataView(bytes.buffer);
  return Array.from({ length: (bytes.length - 44) / 2 }, (_, i) => view.getInt16(44 + i * 2, true));
};

it.each<[string, number[][], number[]]>([
  ['no sound is no samples', [[]], []],
  ['samples keep their order and sign', [[0, 0.5, -0.5, 1, -1]], [0, 16_384, -16_383, 32_767, -32_767]],
  ['samples that are too loud are cut off', [[2, -2]], [32_767, -32_767]],
  [
    'two channels are mixed in equal parts',
    [
      [1, 0, 0.5],
      [0, 0, -0.5],
    ],
    [16_384, 0, 0],
  ],
])('%s', (_, channels, samples) => {
  expect(read(channels)).toEqual(samples);
});

it('the header states the format and both lengths', () => {
  const bytes = encodeWav([new Float32Array(8_000)], 8_000);
  const view = new DataView(bytes.buffer);
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 44));
  expect([text.slice(0, 4), text.slice(8, 16), text.slice(36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data']);
  expect([view.getUint16(20, true), view.getUint16(22, true), view.getUint32(24, true)]).toEqual([
    1, 1, 8_000,
  ]);
  expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([16_036, 16_000]);
});
