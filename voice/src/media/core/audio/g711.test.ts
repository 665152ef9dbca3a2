import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUlaw, encodeUlaw, linearToUlaw, ULAW_SILENCE, ulawToLinear } from './g711.ts';

// Known pairs from ITU-T G.711, table 2a (16-bit scale).
test.each([
  ['silence', 0, 0xff, 0],
  ['the smallest negative step', -1, 0x7f, 0],
  ['positive full scale', 32767, 0x80, 32124],
  ['negative full scale', -32768, 0x00, -32124],
  ['a middle value', 1000, 0xce, 988],
  ['the negative middle value', -1000, 0x4e, -988],
])('%s: %i is encoded as byte %i and decoded as %i', (_name, sample, byte, back) => {
  expect(linearToUlaw[sample & 0xffff]).toBe(byte);
  expect(Math.abs((ulawToLinear[byte] ?? 0) - back)).toBe(0);
});

test('the silence byte decodes to 0', () => {
  expect(Math.abs(decodeUlaw(Uint8Array.of(ULAW_SILENCE))[0] ?? 1)).toBe(0);
});

test('every byte except negative zero survives a round trip', () => {
  for (let byte = 0; byte < 256; byte += 1) {
    const again = encodeUlaw(decodeUlaw(Uint8Array.of(byte)))[0];
    expect(again).toBe(byte === 0x7f ? 0xff : byte);
  }
});

test('the encoding error stays within half a quantization step', () => {
  fc.assert(
    fc.property(fc.integer({ min: -32635, max: 32635 }), (sample) => {
      const back = decodeUlaw(encodeUlaw(Int16Array.of(sample)))[0] ?? 0;
      expect(Math.abs(back - sample)).toBeLessThanOrEqual(Math.max(4, (Math.abs(sample) + 132) / 32));
    }),
  );
});
