import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resample } from './resample.ts';

const sine = (frequency: number, rate: number, seconds = 0.5) =>
  Int16Array.from({ length: rate * seconds }, (_, i) =>
    Math.round(12000 * Math.sin((2 * Math.PI * frequency * i) / rate)),
  );

function strength(samples: Int16Array, frequency: number, rate: number): number {
  let re = 0;
  let im = 0;
  samples.forEach((sample, i) => {
    const angle = (2 * Math.PI * frequency * i) / rate;
    re += sample * Math.cos(angle);
    im -= sample * Math.sin(angle);
  });
  return (2 * Math.hypot(re, im)) / samples.length / 32768;
}

test.each([
  ['16 kHz', 16000],
  ['44.1 kHz', 44100],
  ['48 kHz', 48000],
  ['6 kHz, below the target rate', 6000],
])('a 440 Hz tone at %s keeps its pitch and amplitude', (_name, rate) => {
  const result = resample(sine(440, rate), rate, 8000);
  expect(result.length).toBe(4000);
  expect(strength(result, 440, 8000)).toBeCloseTo(12000 / 32768, 1);
  expect(strength(result, 1400, 8000)).toBeLessThan(0.01);
});

test('frequencies above 4 kHz are not aliased', () => {
  const result = resample(sine(6000, 44100), 44100, 8000);
  expect(strength(result, 2000, 8000)).toBeLessThan(0.01);
});

test('resampling keeps the duration at any rate', () => {
  fc.assert(
    fc.property(fc.int16Array({ maxLength: 400 }), fc.integer({ min: 4000, max: 96000 }), (samples, rate) => {
      expect(resample(samples, rate, 8000).length).toBe(Math.floor((samples.length * 8000) / rate));
    }),
    { numRuns: 50 },
  );
});
