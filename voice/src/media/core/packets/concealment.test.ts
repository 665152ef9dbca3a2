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

function difference(made: Uint8Array, truth: Uint8Array): number {
  const [a, b] = [decodeUlaw(made), decodeUlaw(truth)];
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
  const made = new Uint8Array(FRAME_SAMPLES);
  expect(concealment.fill(made)).toBe(true);
  expect(difference(made, voice(5, pitch))).toBeLessThan(0.15);
});

test('the packet after a loss joins without a step', () => {
  const concealment = new Concealment();
  for (let i = 0; i < 5; i += 1) concealment.addReceived(voice(i, 110));
  const made = new Uint8Array(FRAME_SAMPLES);
  concealment.fill(made);
  const next = encodeUlaw(new Int16Array(FRAME_SAMPLES).fill(8000));
  concealment.addReceived(next);
  const samples = decodeUlaw(Uint8Array.of(...made.slice(-1), ...next));
  const steps = Array.from(samples.subarray(1), (value, i) => Math.abs(value - (samples[i] ?? 0)));
  expect(Math.max(...steps)).toBeLessThan(2500);
  expect(samples.at(-1)).toBeCloseTo(8000, -3);
});

test('concealment fades out within 60 ms', () => {
  const concealment = new Concealment();
  for (let i = 0; i < 5; i += 1) concealment.addReceived(voice(i, 110));
  const power = [0, 1, 2].map(() => {
    const made = new Uint8Array(FRAME_SAMPLES);
    expect(concealment.fill(made)).toBe(true);
    return decodeUlaw(made).reduce((sum, value) => sum + value ** 2, 0);
  });
  expect(power[1]).toBeLessThan(power[0] ?? 0);
  expect(power[2]).toBeLessThan((power[1] ?? 0) / 4);
  expect(concealment.fill(new Uint8Array(FRAME_SAMPLES))).toBe(false);
});

test('concealed silence is silence, and clear() drops the previous voice', () => {
  const concealment = new Concealment();
  const silence = new Uint8Array(FRAME_SAMPLES).fill(ULAW_SILENCE);
  const made = new Uint8Array(FRAME_SAMPLES);
  concealment.addReceived(Uint8Array.from(silence));
  concealment.fill(made);
  expect(made).toEqual(silence);
  for (let i = 0; i < 3; i += 1) concealment.addReceived(voice(i, 110));
  concealment.clear();
  expect(concealment.fill(made)).toBe(false);
  concealment.addReceived(Uint8Array.from(silence));
  concealment.fill(made);
  expect(made).toEqual(silence);
});
