import { expect, test } from 'vitest';
import { decodeUlaw, encodeUlaw, FRAME_SAMPLES, ULAW_SILENCE } from '../audio/g711.ts';
import { Concealment } from './concealment.ts';

function voice(index: number, pitch: number): Uint8Array {
  return encodeUlaw(
    Int16Array.from({ length: FRAME_SAMPLES }, (_, i) => {
      const angle = (2 * Math.PI * pitch * (index * FRAME_SAMPLES + i)) / 8000;
      return 5000 * Math.sin(angle) + 2500 * Math.sin(2 * angle) + 1200 * Math.sin(3 * angle);
    }),
  );
}

function relativeError(concealed: Uint8Array, original: Uint8Array): number {
  const [a, b] = [decodeUlaw(concealed), decodeUlaw(original)];
  let [wrong, all] = [0, 0];
  b.forEach((value, i) => {
    wrong += (value - (a[i] ?? 0)) ** 2;
    all += value ** 2;
  });
  return wrong / all;
}

test.each([70, 110, 143, 190])('a voice of %i Hz continues through a lost packet', (pitch) => {
  const concealment = new Concealment();
  for (let i = 0; i < 5; i += 1) concealment.addReceived(voice(i, pitch));
  const concealed = new Uint8Array(FRAME_SAMPLES);
  expect(concealment.fill(concealed)).toBe(true);
  expect(relativeError(concealed, voice(5, pitch))).toBeLessThan(0.15);
});

test('the packet after a loss continues the signal without a step', () => {
  const concealment = new Concealment();
  for (let i = 0; i < 5; i += 1) concealment.addReceived(voice(i, 110));
  const concealed = new Uint8Array(FRAME_SAMPLES);
  concealment.fill(concealed);
  const next = encodeUlaw(new Int16Array(FRAME_SAMPLES).fill(8000));
  concealment.addReceived(next);
  const samples = decodeUlaw(Uint8Array.of(...concealed.slice(-1), ...next));
  const steps = Array.from(samples.subarray(1), (value, i) => Math.abs(value - (samples[i] ?? 0)));
  expect(Math.max(...steps)).toBeLessThan(2500);
  expect(samples.at(-1)).toBeCloseTo(8000, -3);
});

test('concealment fades out within 60 ms', () => {
  const concealment = new Concealment();
  for (let i = 0; i < 5; i += 1) concealment.addReceived(voice(i, 110));
  const power = [0, 1, 2].map(() => {
    const concealed = new Uint8Array(FRAME_SAMPLES);
    expect(concealment.fill(concealed)).toBe(true);
    return decodeUlaw(concealed).reduce((sum, value) => sum + value ** 2, 0);
  });
  expect(power[1]).toBeLessThan(power[0] ?? 0);
  expect(power[2]).toBeLessThan((power[1] ?? 0) / 4);
  expect(concealment.fill(new Uint8Array(FRAME_SAMPLES))).toBe(false);
});

test('concealed silence is silence, and clear() drops the previous voice', () => {
  const concealment = new Concealment();
  const silence = new Uint8Array(FRAME_SAMPLES).fill(ULAW_SILENCE);
  const concealed = new Uint8Array(FRAME_SAMPLES);
  concealment.addReceived(Uint8Array.from(silence));
  concealment.fill(concealed);
  expect(concealed).toEqual(silence);
  for (let i = 0; i < 3; i += 1) concealment.addReceived(voice(i, 110));
  concealment.clear();
  expect(concealment.fill(concealed)).toBe(false);
  concealment.addReceived(Uint8Array.from(silence));
  concealment.fill(concealed);
  expect(concealed).toEqual(silence);
});
