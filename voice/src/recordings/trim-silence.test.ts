import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WAV_HEADER_BYTES, wavHeader } from '../media/core/audio/wav.ts';
import { scratchFolder } from '../testing/scratch.ts';
import { hasVoice, trimSilence } from './trim-silence.ts';

const folder = scratchFolder();

function recording(...milliseconds: number[]): string {
  const path = join(folder, `${milliseconds.join('-')}.wav`);
  const parts = milliseconds.map((ms, index) => {
    const samples = Int16Array.from({ length: ms * 16 }, (_, at) =>
      index % 2 === 0 ? 9 : at % 2 ? 900 : -900,
    );
    return Buffer.from(samples.buffer);
  });
  const data = Buffer.concat(parts);
  writeFileSync(path, Buffer.concat([wavHeader(2, data.length), data]));
  return path;
}

test.each([
  ['silence at both ends is trimmed', [1_500, 400, 2_500], 400],
  ['a pause between sounds is kept', [20, 100, 3_000, 100, 20], 3_200],
  ['a loud recording is unchanged', [0, 300], 300],
  ['a silent recording is unchanged', [2_000], 2_000],
  ['an empty recording is unchanged', [], 0],
])('%s', async (_, milliseconds, expectedMs) => {
  const path = recording(...milliseconds);
  await trimSilence(path);
  const file = readFileSync(path);
  expect(file.length - WAV_HEADER_BYTES).toBe(expectedMs * 32);
  expect(file.readUInt32LE(40)).toBe(expectedMs * 32);
});

test.each([
  ['with speech', [1_500, 400, 2_500], true],
  ['with one word in several pieces', [1_000, 60, 300, 60, 1_000], true],
  ['with a click', [1_000, 40, 1_000], false],
  ['of silence', [2_000], false],
  ['that is empty', [], false],
])('hasVoice of a recording %s (%j ms) is %s', async (_, milliseconds, isVoice) => {
  expect(await hasVoice(recording(...milliseconds))).toBe(isVoice);
});
