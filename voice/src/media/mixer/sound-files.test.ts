import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '../../testing/scratch.ts';
import { meanSquare } from '../core/audio/level-meter.ts';
import { wavHeader } from '../core/audio/wav.ts';
import { SoundFiles } from './sound-files.ts';

const folder = scratchFolder();

const file = (samples: number) => Buffer.concat([wavHeader(1, samples * 2), Buffer.alloc(samples * 2, 1)]);

test('a file is read once, and again after it changes', async () => {
  const sounds = new SoundFiles();
  const path = join(folder, 'a.wav');
  await writeFile(path, file(100));
  const first = await sounds.load(path);
  expect(await sounds.load(path)).toBe(first);
  await writeFile(path, file(300));
  expect((await sounds.load(path)).length).toBe(300);
});

test('an invalid file is rejected, and read once it is valid', async () => {
  const sounds = new SoundFiles();
  const path = join(folder, 'b.wav');
  await expect(sounds.load(path)).rejects.toThrow(/ENOENT/);
  await writeFile(path, 'no sound');
  await expect(sounds.load(path)).rejects.toThrow(/not a RIFF/);
  await writeFile(path, file(100));
  expect((await sounds.load(path)).length).toBe(100);
});

describe('the bundled sounds', () => {
  const assets = fileURLToPath(new URL('../../../assets/', import.meta.url));

  test('are small and valid', async () => {
    const names = (await readdir(assets)).filter((name) => name.endsWith('.wav'));
    let bytes = 0;
    for (const name of names) {
      bytes += (await stat(join(assets, name))).size;
      const ulaw = await new SoundFiles().load(join(assets, name));
      expect(Math.sqrt(meanSquare(ulaw))).toBeGreaterThan(0.03);
      expect(ulaw.length).toBeGreaterThan(8000);
    }
    expect(bytes).toBeLessThan(2_000_000);
    for (const required of ['lead-6.wav', 'other-4.wav', 'short.wav', 'voicemail.wav', 'music.wav']) {
      expect(names).toContain(required);
    }
  });

  test('include music that loops without a gap', async () => {
    const music = await new SoundFiles().load(join(assets, 'music.wav'));
    expect(music.length % 160).toBe(0);
    expect(meanSquare(music.subarray(0, 800))).toBeGreaterThan(0.0005);
    expect(meanSquare(music.subarray(-800))).toBeGreaterThan(0.0001);
  });
});
