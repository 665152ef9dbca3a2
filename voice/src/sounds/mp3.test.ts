import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseWav } from '../media/core/audio/wav.ts';
import { isMp3, mp3ToWav } from './mp3.ts';

/** 1 s of 1 kHz, stereo, 44.1 kHz. */
const tone = readFileSync(new URL('./test-tone.mp3', import.meta.url));

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

test('an MP3 is converted to an 8 kHz WAV with the same audio', async () => {
  expect(isMp3(tone)).toBe(true);
  const wav = await mp3ToWav(tone);
  const parsed = parseWav(wav ?? Buffer.alloc(0));
  if (!parsed.ok) throw new Error(parsed.error);
  expect(parsed.samples.length / 8_000).toBeCloseTo(1, 0);
  expect(share(parsed.samples.subarray(2_000, 6_000), 1_000)).toBeGreaterThan(0.95);
  expect(share(parsed.samples.subarray(2_000, 6_000), 700)).toBeLessThan(0.05);
});

test.each<[string, Buffer]>([
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1')],
  ['a text', Buffer.from('<Response/>')],
  ['an empty file', Buffer.alloc(0)],
])('%s is not an MP3', (_, bytes) => expect(isMp3(bytes)).toBe(false));

test('a file with only an MP3 header is rejected', async () => {
  expect(await mp3ToWav(Buffer.concat([Buffer.from('ID3'), Buffer.alloc(200)]))).toBeNull();
});
