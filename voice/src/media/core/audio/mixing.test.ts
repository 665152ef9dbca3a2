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
  ['no frames give silence', [], 0],
  ['a single frame is unchanged', [988], 988],
  ['two frames are added', [988, 988], 1980],
  ['opposite samples cancel out', [988, -988], 0],
  ['a positive overflow is clipped', [32124, 32124, 32124], 32124],
  ['a negative overflow is clipped', [-32124, -32124], -32124],
])('%s', (_name, values, expected) => {
  expect(Math.abs((decodeUlaw(mix(values.map(constant)))[80] ?? Number.NaN) - expected)).toBe(0);
});

test('adding silence changes nothing, and the order does not matter', () => {
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

test('writing one channel of an interleaved file leaves the other unchanged', () => {
  const sum = new Int32Array(FRAME_SAMPLES).fill(-2);
  const out = new Uint8Array(FRAME_SAMPLES * 4);
  writeSum(sum, out, 2, 4);
  expect([...out.subarray(0, 8)]).toEqual([0, 0, 0xfe, 0xff, 0, 0, 0xfe, 0xff]);
});
