import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { parseWav } from '../media/core/audio/wav.ts';
import { scratchFolder } from '../testing/scratch.ts';
import { CachedSpeech } from './cached-speech.ts';
import { isEspeakInstalled } from './espeak.ts';
import type { SynthesisRequest } from './flite.ts';
import type { SpeechRequest } from './speech.ts';

const folder = scratchFolder();
const speech = new CachedSpeech(folder, pino({ level: 'silent' }));
const say = (text: string, voice: SpeechRequest['voice'] = 'woman') =>
  speech.say({ text, voice, language: 'en' });

async function samples(text: string): Promise<Int16Array> {
  const [sound] = await say(text);
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
  const woman = await say('One moment, please.');
  expect(await say('One moment, please.', 'man')).not.toEqual(woman);
  expect(await say('One moment, please.')).toEqual(woman);
});

test.each(['', '   ', '\u0000\u0007'])('%j yields no speech', async (text) => {
  expect(await say(text)).toEqual([]);
});

test.each(['-voice', '--help', '/etc/passwd', '<speak>&amp;</speak>', 'Größe 漢字 🎉'])(
  '%j is accepted as text',
  async (text) => {
    const [sound] = await say(text);
    expect(sound?.kind).toMatch(/file|tone/);
  },
);

test('30 concurrent texts all get a sound', async () => {
  const all = await Promise.all(Array.from({ length: 30 }, (_, n) => say(`Number ${n}`)));
  expect(all.every((sounds) => sounds.length === 1)).toBe(true);
});

async function spokenBy(hasEspeak: boolean) {
  const requests: (readonly [program: string, voice: string, text: string])[] = [];
  const warnings: string[] = [];
  const program = (name: string) => async (request: SynthesisRequest) => {
    requests.push([name, request.voice, request.text]);
    writeFileSync(join(request.folder, request.file), name);
  };
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line).msg) });
  const spanish = new CachedSpeech(mkdtempSync(join(folder, 'es-')), log, {
    flite: program('flite'),
    'espeak-ng': program('espeak-ng'),
    isEspeakInstalled: async () => hasEspeak,
  });
  for (const text of ['Lo sentimos.', 'Adiós.', 'Adiós.'])
    await spanish.say({ text, voice: 'woman', language: 'es' });
  await spanish.say({ text: 'Goodbye.', voice: 'woman', language: 'en' });
  return { requests, warnings };
}

test('Spanish is spoken by a Spanish voice, English by an English one', async () => {
  expect(await spokenBy(true)).toEqual({
    requests: [
      ['espeak-ng', 'es-419+f3', 'Lo sentimos.'],
      ['espeak-ng', 'es-419+f3', 'Adiós.'],
      ['flite', 'slt', 'Goodbye.'],
    ],
    warnings: [],
  });
});

test('without espeak-ng, the English voice reads Spanish, and a warning is logged once', async () => {
  expect(await spokenBy(false)).toMatchObject({
    requests: [
      ['flite', 'slt', 'Lo sentimos.'],
      ['flite', 'slt', 'Adiós.'],
      ['flite', 'slt', 'Goodbye.'],
    ],
    warnings: ['espeak-ng is not installed, so an English voice reads Spanish prompts: install espeak-ng'],
  });
});

test.skipIf(!(await isEspeakInstalled()))(
  'speech from espeak-ng is audible, and no text is read as an option',
  async () => {
    for (const text of ['Esta llamada se está grabando.', '--help']) {
      const [sound] = await speech.say({ text, voice: 'woman', language: 'es' });
      if (sound?.kind !== 'file') throw new Error('no speech');
      const parsed = parseWav(readFileSync(sound.path));
      expect(parsed.ok && loudness(parsed.samples)).toBeGreaterThan(0.02);
    }
  },
);
