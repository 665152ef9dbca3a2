import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { parseWav } from '../media/core/audio/wav.ts';
import { scratchFolder } from '../testing/scratch.ts';
import { Flite } from './flite.ts';

const folder = scratchFolder();
const speech = new Flite(folder, pino({ level: 'silent' }));

async function samples(text: string, voice: 'man' | 'woman' = 'woman'): Promise<Int16Array> {
  const [sound] = await speech.say(text, voice);
  if (sound?.kind !== 'file') throw new Error('no speech');
  const parsed = parseWav(readFileSync(sound.path));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.samples;
}

const loudness = (audio: Int16Array): number =>
  Math.sqrt(audio.reduce((sum, one) => sum + (one / 32_768) ** 2, 0) / audio.length);

test('speech is audible and longer for a longer text', async () => {
  const [short, long] = [
    await samples('Hello.'),
    await samples('Hello. This call is recorded for training.'),
  ];
  expect(long.length).toBeGreaterThan(short.length * 2);
  expect(loudness(long)).toBeGreaterThan(0.02);
});

test('the two voices differ, and speech is cached', async () => {
  const woman = await speech.say('One moment, please.', 'woman');
  expect(await speech.say('One moment, please.', 'man')).not.toEqual(woman);
  expect(await speech.say('One moment, please.', 'woman')).toEqual(woman);
});

test.each(['', '   ', '\u0000\u0007'])('%j yields no speech', async (text) => {
  expect(await speech.say(text, 'woman')).toEqual([]);
});

test.each(['-voice', '--help', '/etc/passwd', '<speak>&amp;</speak>', 'Größe 漢字 🎉'])(
  '%j is accepted as text',
  async (text) => {
    const [sound] = await speech.say(text, 'woman');
    expect(sound?.kind).toMatch(/file|tone/);
  },
);

test('30 concurrent texts all get a sound', async () => {
  const all = await Promise.all(Array.from({ length: 30 }, (_, n) => speech.say(`Number ${n}`, 'woman')));
  expect(all.every((sounds) => sounds.length === 1)).toBe(true);
});
