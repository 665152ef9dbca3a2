import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUlaw, encodeUlaw, FRAME_SAMPLES, ULAW_SILENCE } from './g711.ts';
import { addFrame, encodeSum, writeSum } from './mixing.ts';

const constant = (value: number) => encodeUlaw(new Int16Array(FRAME_SAMPLES).fill(value));

function mix(frames: readonly Uint8Array[]): Uint8Array {
  const sum = new Int32Array(FRAME_SAMPLES);
  for (const frame of frames) addFrame(sum, frame);
  const out = new Uint8Array(FRAME_SAMPLES);
  encodeSum(sum, out);
  return out;
}

test.each<[string, readonly number[], number]>([
  ['nobody is silence', [], 0],
  ['one alone is unchanged', [988], 988],
  ['two add up', [988, 988], 1980],
  ['opposites cancel', [988, -988], 0],
  ['too loud is clipped, never wrapped', [32124, 32124, 32124], 32124],
  ['too loud below is clipped, never wrapped', [-32124, -32124], -32124],
])('%s', (_sentence, values, expected) => {
  expect(Math.abs((decodeUlaw(mix(values.map(constant)))[80] ?? Number.NaN) - expected)).toBe(0);
});

test('silence added to anything changes nothing, and the order does not matter', () => {
  const frame = fc
    .uint8Array({ minLength: FRAME_SAMPLES, maxLength: FRAME_SAMPLES })
    .map((bytes) => bytes.map((byte) => (byte === 0x7f ? 0xff : byte)));
  fc.assert(
    fc.property(frame, frame, (a, b) => {
      const quiet = new Uint8Array(FRAME_SAMPLES).fill(ULAW_SILENCE);
      expect(mix([a, quiet])).toEqual(a);
      expect(mix([a, b])).toEqual(mix([b, a]));
    }),
  );
});

test('a channel of an interleaved file is written without touching the other', () => {
  const sum = new Int32Array(FRAME_SAMPLES).fill(-2);
  const out = new Uint8Array(FRAME_SAMPLES * 4);
  writeSum(sum, out, 2, 4);
  expect([...out.subarray(0, 8)]).toEqual([0, 0, 0xfe, 0xff, 0, 0, 0xfe, 0xff]);
});
