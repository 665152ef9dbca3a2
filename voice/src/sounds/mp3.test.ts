import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseWav } from '../media/core/audio/wav.ts';
import { isMp3, mp3ToWav } from './mp3.ts';

/** One second of 1 kHz on two channels at 44.1 kHz. */
const tone = readFileSync(new URL('./test-tone.mp3', import.meta.url));

/** How much of the sound has that frequency: 0 to 1. */
function share(samples: Int16Array, frequency: number): number {
  let [real, imaginary, power] = [0, 0, 0];
  samples.forEach((sample, at) => {
    const angle = (2 * Math.PI * frequency * at) / 8_000;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
    power += sample * sample;
  });
  return (2 * (real ** 2 + imaginary ** 2)) / (samples.length * power);
}

test('an MP3 becomes a WAV of a telephone’s rate, with the same sound in it', async () => {
  expect(isMp3(tone)).toBe(true);
  const wav = await mp3ToWav(tone);
  const reading = parseWav(wav ?? Buffer.alloc(0));
  if (!reading.ok) throw new Error(reading.error);
  expect(reading.samples.length / 8_000).toBeCloseTo(1, 0);
  expect(share(reading.samples.subarray(2_000, 6_000), 1_000)).toBeGreaterThan(0.95);
  expect(share(reading.samples.subarray(2_000, 6_000), 700)).toBeLessThan(0.05);
});

test.each<[string, Buffer]>([
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1')],
  ['a text', Buffer.from('<Response/>')],
  ['nothing', Buffer.alloc(0)],
])('%s is no MP3', (_, bytes) => expect(isMp3(bytes)).toBe(false));

test('what only begins like one is refused', async () => {
  expect(await mp3ToWav(Buffer.concat([Buffer.from('ID3'), Buffer.alloc(200)]))).toBeNull();
});
