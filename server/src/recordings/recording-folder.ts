import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileMissing, isFileName, type RecordingStore } from './recording-store.ts';

const PARTIAL = '.part';

export function createRecordingFolder(folder: string): RecordingStore {
  const pathOf = (name: string) => {
    if (!isFileName(name)) throw new FileMissing('invalid file name');
    return join(folder, name);
  };
  return {
    put: async (name, body) => writeAtomically(pathOf(name), body),
    size: async (name) => (await throwFileMissing(() => stat(pathOf(name)))).size,
    read: (name, from, to) =>
      throwFileMissing(async () => {
        const file = await open(pathOf(name), 'r');
        try {
          const bytes = Buffer.alloc(to - from + 1);
          let length = 0;
          for (let got = -1; got !== 0 && length < bytes.length; length += got)
            got = (await file.read(bytes, length, bytes.length - length, from + length)).bytesRead;
          return bytes.subarray(0, length);
        } finally {
          await file.close();
        }
      }),
    remove: async (name) => rm(pathOf(name), { force: true }),
  };
}

async function throwFileMissing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR')
      throw new FileMissing('file not found', { cause: error });
    throw error;
  }
}

/** The file appears complete and synced to disk, or not at all. */
export async function writeAtomically(path: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  // Two workers may write the same file: each writes its own part, and the last rename wins.
  const partial = `${path}.${randomUUID()}${PARTIAL}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await pipeline(body, createWriteStream(partial, { mode: 0o600 }));
    const file = await open(partial, 'r+');
    await file.sync();
    await file.close();
    await rename(partial, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** Removes partial files, left by dead writers, that were last written to before `before` (ms since 1970). */
export async function removePartials(folder: string, before: number): Promise<number> {
  let removed = 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith(PARTIAL)) continue;
    const path = join(entry.parentPath, entry.name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs >= before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
