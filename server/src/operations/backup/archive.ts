// A gzipped tar archive:
//     backup.json                    product and format version
//     rows/<table>/<number>.ndjson   rows in chunks
//     recordings/…                   files with the same paths as in the data folder
//     secrets.json                   keys
//     manifest.json                  expected contents and hash; last, so that a truncated archive has none
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import * as z from 'zod/mini';

export const FORMAT = 1;
const HEADER_NAME = 'backup.json';
const MANIFEST_NAME = 'manifest.json';
/** For entries that are read into memory: the manifest and chunks of rows. */
const MAX_TEXT_BYTES = 1024 * 1024 * 1024;

const count = z.int().check(z.nonnegative());
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const Manifest = z.object({
  format: z.literal(FORMAT),
  taken_at: z.iso.datetime(),
  /** Whether Offhook was running, so that it may have done more work since the backup. */
  running: z.boolean(),
  database: z.enum(['embedded', 'postgres']),
  steps: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().check(z.regex(/^\d{1,19}$/)) })),
  recordings: z.object({
    included: z.boolean(),
    files: count,
    bytes: count,
    /** Recordings whose file isn't in the data folder. */
    elsewhere: count,
  }),
  keys: z.boolean(),
  /** Number of entries before the manifest, and the hash of their names, sizes and contents. */
  entries: count,
  sha256,
});
export type Manifest = z.infer<typeof Manifest>;

export class BrokenArchive extends Error {
  constructor(reason: string) {
    super(`The archive cannot be restored: ${reason}`);
    this.name = 'BrokenArchive';
  }
}

export interface ArchiveWriter {
  add(name: string, content: string): Promise<void>;
  addFile(name: string, path: string, size: number): Promise<void>;
}

/** Writes the file atomically, readable only by its owner. */
export async function writeArchive(
  file: string,
  fill: (to: ArchiveWriter) => Promise<Omit<Manifest, 'format' | 'entries' | 'sha256'>>,
): Promise<Manifest> {
  const partialFile = `${file}.partial`;
  const tar = pack();
  const writing = pipeline(tar, createGzip({ level: 6 }), createWriteStream(partialFile, { mode: 0o600 }));
  // Avoids an unhandled rejection until it's awaited below.
  writing.catch(() => undefined);
  const hash = createHash('sha256');
  let entries = 0;
  const hashHeader = (name: string, size: number) => {
    entries += 1;
    hash.update(`${name}\0${size}\0`);
  };
  const writeEntry = (name: string, content: string | Readable, size: number) =>
    new Promise<void>((resolve, reject) => {
      writing.catch(reject);
      const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
      if (typeof content === 'string') entry.end(content);
      else
        pipeline(async function* () {
          for await (const chunk of content) {
            hash.update(chunk);
            yield chunk;
          }
        }, entry).catch(reject);
    });
  const writer: ArchiveWriter = {
    async add(name, content) {
      const size = Buffer.byteLength(content);
      hashHeader(name, size);
      hash.update(content);
      await writeEntry(name, content, size);
    },
    async addFile(name, path, size) {
      hashHeader(name, size);
      // Bytes appended after `size` was read are ignored.
      if (size === 0) return writeEntry(name, '', 0);
      await writeEntry(name, createReadStream(path, { end: size - 1 }), size);
    },
  };
  try {
    await writer.add(HEADER_NAME, `${JSON.stringify({ product: 'offhook', format: FORMAT })}\n`);
    const summary = await fill(writer);
    const manifest: Manifest = { format: FORMAT, ...summary, entries, sha256: hash.digest('hex') };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeEntry(MANIFEST_NAME, text, Buffer.byteLength(text));
    tar.finalize();
    await writing;
    const handle = await open(partialFile, 'r+');
    await handle.sync();
    await handle.close();
    await rename(partialFile, file);
    return manifest;
  } catch (error) {
    tar.destroy();
    await writing.catch(() => undefined);
    await rm(partialFile, { force: true });
    throw error;
  }
}

export interface Entry {
  readonly name: string;
  readonly size: number;
  readonly content: Readable;
}

/** @throws BrokenArchive if the archive isn't exactly as written */
export async function verifyArchive(file: string): Promise<Manifest> {
  const hash = createHash('sha256');
  let entries = 0;
  let text: string | null = null;
  await forEachEntry(file, async ({ name, size, content }) => {
    if (text !== null) throw new BrokenArchive('it has data after its end.');
    if (entries === 0 && name !== HEADER_NAME) throw new BrokenArchive('it is not an Offhook backup.');
    if (name === MANIFEST_NAME) {
      text = await readText(content);
      return;
    }
    if (!isSafePath(name)) throw new BrokenArchive(`it contains the unsafe path ‘${name}’.`);
    entries += 1;
    hash.update(`${name}\0${size}\0`);
    for await (const chunk of content) hash.update(chunk as Uint8Array);
  });
  if (text === null) throw new BrokenArchive('its end is missing.');
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new BrokenArchive('its manifest cannot be read.');
  }
  const format = z.safeParse(z.object({ format: z.number() }), content);
  if (format.success && format.data.format > FORMAT)
    throw new BrokenArchive('it was created by a newer version of Offhook.');
  const manifest = z.safeParse(Manifest, content);
  if (!manifest.success) throw new BrokenArchive('its manifest cannot be read.');
  if (manifest.data.entries !== entries || manifest.data.sha256 !== hash.digest('hex'))
    throw new BrokenArchive('its content does not match its manifest.');
  return manifest.data;
}

/** Skips what `onEntry` leaves unread. @throws BrokenArchive if the file isn't an archive or is truncated */
export async function forEachEntry(file: string, onEntry: (entry: Entry) => Promise<void>): Promise<void> {
  const entries = extract();
  const source = createReadStream(file);
  const read = pipeline(source, createGunzip(), entries).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'EISDIR')
      throw new BrokenArchive(`it cannot be opened (${error.code}).`);
    throw new BrokenArchive('it is damaged or incomplete.');
  });
  read.catch(() => undefined);
  try {
    for await (const entry of entries) {
      await onEntry({
        name: entry.header.name,
        size: entry.header.size ?? 0,
        content: entry as unknown as Readable,
      });
      entry.resume();
    }
  } catch (error) {
    source.destroy();
    if (error instanceof BrokenArchive) throw error;
    await read;
    throw error;
  }
  await read;
}

export async function readText(content: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_TEXT_BYTES) throw new BrokenArchive('one of its entries is too large.');
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Whether the path stays inside the folder that it's unpacked to. */
function isSafePath(name: string): boolean {
  return (
    !name.startsWith('/') &&
    !name.includes('\\') &&
    !name.split('/').some((part) => part === '' || part === '.' || part === '..')
  );
}
