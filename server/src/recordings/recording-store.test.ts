import { randomBytes } from 'node:crypto';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../testing/servers/local.ts';
import { startTestS3 } from '../testing/storage/s3.ts';
import { createRecordingFolder, removePartials } from './recording-folder.ts';
import { createRecordingS3 } from './recording-s3.ts';
import { FileMissing, type RecordingStore } from './recording-store.ts';

const QUICK = { attempts: 4, backOffMs: 1, requestTimeoutMs: 30_000, msPerMegabyte: 30_000 };

async function s3Store(limits = QUICK) {
  const s3 = await startTestS3();
  const spool = scratchFolder();
  return { s3, spool, store: createRecordingS3(s3.config, spool, limits) };
}

async function* pieces(bytes: Uint8Array, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* breaking(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
  throw new Error('the sender is gone');
}

const stores: [string, () => Promise<RecordingStore>][] = [
  ['a folder', async () => createRecordingFolder(scratchFolder())],
  ['S3', async () => (await s3Store()).store],
];

describe.each(stores)('%s', (_name, open) => {
  it('stores complete files, reads any range of them, and removes them', async () => {
    const store = await open();
    const bytes = randomBytes(300_000);
    await store.put('100/1000-RE1.wav', pieces(bytes));
    expect(await store.size('100/1000-RE1.wav')).toBe(bytes.length);
    expect((await store.read('100/1000-RE1.wav', 0, 299_999)).equals(bytes)).toBe(true);
    expect((await store.read('100/1000-RE1.wav', 7, 7)).equals(bytes.subarray(7, 8))).toBe(true);
    const beyond = await store.read('100/1000-RE1.wav', 299_990, 400_000);
    expect(beyond.equals(bytes.subarray(299_990))).toBe(true);
    const other = randomBytes(10);
    await store.put('100/1000-RE1.wav', pieces(other));
    expect((await store.read('100/1000-RE1.wav', 0, 9)).equals(other)).toBe(true);
    await store.put('100/empty.wav', pieces(new Uint8Array()));
    expect(await store.size('100/empty.wav')).toBe(0);
    await store.remove('100/1000-RE1.wav');
    await store.remove('100/1000-RE1.wav');
    await expect(store.size('100/1000-RE1.wav')).rejects.toThrow(FileMissing);
    await expect(store.read('100/1000-RE1.wav', 0, 9)).rejects.toThrow(FileMissing);
  });

  it('stores no part of an interrupted upload, and keeps the earlier file', async () => {
    const store = await open();
    const before = randomBytes(1_000);
    await store.put('a.wav', pieces(before));
    await expect(store.put('a.wav', breaking(randomBytes(100_000)))).rejects.toThrow('gone');
    await expect(store.put('b.wav', breaking(randomBytes(100_000)))).rejects.toThrow('gone');
    expect((await store.read('a.wav', 0, 999)).equals(before)).toBe(true);
    await expect(store.size('b.wav')).rejects.toThrow(FileMissing);
  });

  it.each(['../x', '/etc/passwd', 'a/../../x', '.hidden', 'a//b', 'a\\b', ''])(
    'rejects the file name %j',
    async (name) => {
      const store = await open();
      await expect(store.size(name)).rejects.toThrow(FileMissing);
      await expect(store.put(name, pieces(randomBytes(1)))).rejects.toThrow(FileMissing);
    },
  );
});

it('partial files of a dead writer are removed from a folder, and those of a live one are kept', async () => {
  const folder = scratchFolder();
  for (const name of ['old.wav.1.part', 'new.wav.2.part', 'a.wav']) writeFileSync(join(folder, name), 'x');
  utimesSync(join(folder, 'old.wav.1.part'), 1_000, 1_000);
  expect(await removePartials(folder, 2_000_000)).toBe(1);
  expect(readdirSync(folder).sort()).toEqual(['a.wav', 'new.wav.2.part']);
});

describe('S3', () => {
  it('receives complete files in single requests with signatures that another implementation verifies', async () => {
    const { s3, store, spool } = await s3Store();
    const bytes = randomBytes(3_000_000);
    await store.put('100/1000-RE1.wav', pieces(bytes, 64_000));
    await store.read('100/1000-RE1.wav', 5, 9);
    await store.size('100/1000-RE1.wav');
    await store.remove('100/1000-RE1.wav');
    expect(s3.violations).toEqual([]);
    expect(s3.journal).toEqual([
      'PUT 100/1000-RE1.wav',
      'GET 100/1000-RE1.wav bytes=5-9',
      'HEAD 100/1000-RE1.wav',
      'DELETE 100/1000-RE1.wav',
    ]);
    expect(readdirSync(spool)).toEqual([]);
    const otherClient = createRecordingS3({ ...s3.config, secretAccessKey: 'another' }, spool, QUICK);
    await expect(otherClient.read('a.wav', 0, 1)).rejects.toThrow();
    expect(s3.violations).toEqual(['GET a.wav: the signature is wrong']);
  });

  it('gets each request again after an error, a dropped connection, and a missing or partial response', async () => {
    const { s3, store } = await s3Store();
    const bytes = randomBytes(200_000);
    s3.faults.push(
      { method: 'PUT', fault: 'fail' },
      { method: 'PUT', fault: 'slowDown' },
      { method: 'PUT', fault: 'loseResponse' },
      { method: 'GET', fault: 'cut' },
      { method: 'GET', fault: 'fail' },
      { method: 'DELETE', fault: 'loseResponse' },
    );
    await store.put('a.wav', pieces(bytes));
    expect((await store.read('a.wav', 0, 199_999)).equals(bytes)).toBe(true);
    await store.remove('a.wav');
    expect([s3.faults, s3.files.size, s3.violations]).toEqual([[], 0, []]);
  });

  it('gets a limited number of requests if it hangs, and only one if it denies access', async () => {
    const { s3, store } = await s3Store({ ...QUICK, attempts: 2, requestTimeoutMs: 50, msPerMegabyte: 0 });
    s3.permanentFault = 'hang';
    await expect(store.read('a.wav', 0, 1)).rejects.toThrow();
    await expect(store.put('a.wav', pieces(randomBytes(10)))).rejects.toThrow();
    s3.permanentFault = 'forbid';
    const patient = createRecordingS3(s3.config, scratchFolder(), QUICK);
    await expect(patient.put('b.wav', pieces(randomBytes(10)))).rejects.toThrow();
    expect(s3.journal.filter((line) => line.includes('b.wav'))).toEqual(['PUT b.wav']);
    expect(s3.files.size).toBe(0);
  });
});
