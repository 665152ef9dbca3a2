import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../testing/scratch.ts';
import { encodeUlaw, FRAME_SAMPLES } from '../core/audio/g711.ts';
import { Recording } from './recording.ts';

const folder = scratchFolder();

const frame = (value: number) => encodeUlaw(new Int16Array(FRAME_SAMPLES).fill(value));

test('frames are interleaved after a header with correct sizes', async () => {
  const path = join(folder, 'a', 'b.wav');
  const recording = await Recording.create(path, () => {});
  recording.append([frame(988)], []);
  recording.append([], [frame(988), frame(988)]);
  expect(await recording.close()).toEqual({ durationMs: 40, bytes: 44 + 2 * 640 });
  expect([(await stat(path)).mode & 0o777, (await stat(join(folder, 'a'))).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);
  const file = await readFile(path);
  expect(file.readUInt32LE(40)).toBe(1280);
  expect([file.readInt16LE(44), file.readInt16LE(46)]).toEqual([988, 0]);
  expect([file.readInt16LE(44 + 640), file.readInt16LE(46 + 640)]).toEqual([0, 1976]);
});

test('500 ms are written to the file before it is closed', async () => {
  const path = join(folder, 'b.wav');
  const recording = await Recording.create(path, () => {});
  for (let i = 0; i < 26; i += 1) recording.append([frame(988)], []);
  const sizes = async () => {
    const file = await readFile(path);
    return { file: file.length, data: file.readUInt32LE(40) };
  };
  await expect.poll(sizes).toEqual({ file: 44 + 25 * 640, data: 25 * 640 });
  await recording.close();
});

test('an empty recording is a valid file', async () => {
  const path = join(folder, 'c.wav');
  const recording = await Recording.create(path, () => {});
  expect(await recording.close()).toEqual({ durationMs: 0, bytes: 44 });
  expect((await readFile(path)).length).toBe(44);
});

test('creating a recording on a full disk fails', async () => {
  await expect(Recording.create('/dev/full', () => {})).rejects.toThrow(/ENOSPC/);
});
