import { expect, test } from 'vitest';
import { decodeUlaw, FRAME_SAMPLES } from './g711.ts';
import { meanSquare } from './level-meter.ts';
import { type Clip, clipFrames, digitClips, writeClip } from './tones.ts';

function render(clip: Clip): Int16Array {
  const frames = clipFrames(clip);
  const bytes = new Uint8Array(frames * FRAME_SAMPLES);
  for (let i = 0; i < frames; i += 1) {
    writeClip(bytes.subarray(i * FRAME_SAMPLES, (i + 1) * FRAME_SAMPLES), clip, i);
  }
  return decodeUlaw(bytes);
}

function strength(samples: Int16Array, frequency: number): number {
  let re = 0;
  let im = 0;
  samples.forEach((sample, i) => {
    re += sample * Math.cos((2 * Math.PI * frequency * i) / 8000);
    im -= sample * Math.sin((2 * Math.PI * frequency * i) / 8000);
  });
  return Math.hypot(re, im) / samples.length;
}

test.each([
  ['1', 697, 1209],
  ['5', 770, 1336],
  ['9', 852, 1477],
  ['0', 941, 1336],
  ['*', 941, 1209],
  ['#', 941, 1477],
  ['D', 941, 1633],
])('digit %s consists of exactly the tones of %i and %i Hz', (digit, low, high) => {
  const clip = digitClips(digit)?.[0];
  if (clip === undefined) throw new Error('no clip');
  const samples = render(clip).subarray(0, 800);
  for (const frequency of [697, 770, 852, 941, 1209, 1336, 1477, 1633]) {
    const measured = strength(samples, frequency);
    if (frequency === low || frequency === high) expect(measured).toBeGreaterThan(2000);
    else expect(measured).toBeLessThan(500);
  }
});

test.each([
  ['12w9', [300, 300, 500, 300]],
  ['#', [300]],
])('the digits %s last %j ms', (digits, lengths) => {
  expect(digitClips(digits)?.map((clip) => clipFrames(clip) * 20)).toEqual(lengths);
});

test.each([[''], ['1x2'], ['1'.repeat(101)], ['١']])('the digits %j are rejected', (digits) => {
  expect(digitClips(digits)).toBeNull();
});

test('a tone with an off time plays first and is then silent', () => {
  const samples = render({ kind: 'tone', frequencies: [440, 480], onMs: 100, offMs: 100 });
  const power = (part: Int16Array) => part.reduce((sum, s) => sum + s * s, 0) / part.length;
  expect(Math.sqrt(power(samples.subarray(0, 800)))).toBeGreaterThan(4000);
  expect(power(samples.subarray(800))).toBe(0);
});

test('the last frame of samples is padded with silence', () => {
  const out = new Uint8Array(FRAME_SAMPLES).fill(0);
  writeClip(out, { kind: 'samples', ulaw: new Uint8Array(200).fill(0x80) }, 1);
  expect(meanSquare(out.subarray(40))).toBe(0);
  expect(meanSquare(out.subarray(0, 40))).toBeGreaterThan(0.9);
});
