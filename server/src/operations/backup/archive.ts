/**
 * A backup as one file: a tar archive, packed by gzip, that any machine's tar can look into.
 *
 *     backup.json                    which form this is
 *     rows/<table>/<number>.ndjson   rows in pieces
 *     recordings/…                   files, as they lie in the data folder
 *     secrets.json                   keys
 *     manifest.json                  what all of it must be; last, so that half an archive has none
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import * as z from 'zod/mini';

export const FORMAT = 1;
const HEAD = 'backup.json';
const MANIFEST = 'manifest.json';
/** The manifest and a piece of rows are read whole. */
const MOST_READ = 1024 * 1024 * 1024;

const count = z.int().check(z.nonnegative());
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The moment that the rows show. */
  taken_at: z.iso.datetime(),
  /** The product ran, and went on after this. */
  running: z.boolean(),
  database: z.enum(['embedded', 'postgres']),
  /** The steps that made the schema. */
  steps: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().check(z.regex(/^\d{1,19}$/)) })),
  recordings: z.object({
    included: z.boolean(),
    files: count,
    bytes: count,
    /** Of which a row tells, and whose file was not in the folder. */
    elsewhere: count,
  }),
  keys: z.boolean(),
  /** Entries before this one, and the hash over their names, lengths and contents. */
  entries: count,
  sha256,
});
export type Manifest = z.infer<typeof Manifest>;

export class BrokenArchive extends Error {
  constructor(why: string) {
    super(`The archive cannot be restored: ${why}`);
    this.name = 'BrokenArchive';
  }
}

export interface ArchiveWriter {
  add(name: string, content: string): Promise<void>;
  addFile(name: string, path: string, size: number): Promise<void>;
}

/** Appears whole, readable by its owner alone, or not at all. */
export async function writeArchive(
  file: string,
  fill: (to: ArchiveWriter) => Promise<Omit<Manifest, 'format' | 'entries' | 'sha256'>>,
): Promise<Manifest> {
  const draft = `${file}.partial`;
  const tar = pack();
  const written = pipeline(tar, createGzip({ level: 6 }), createWriteStream(draft, { mode: 0o600 }));
  // It is awaited below; a disk that is full must not end the process before.
  written.catch(() => undefined);
  const hash = createHash('sha256');
  let entries = 0;
  const begin = (name: string, size: number) => {
    entries += 1;
    hash.update(`${name}\0${size}\0`);
  };
  const put = (name: string, content: string | Readable, size: number) =>
    new Promise<void>((resolve, reject) => {
      written.catch(reject);
      const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
      if (typeof content === 'string') entry.end(content);
      else
        pipeline(async function* () {
          for await (const piece of content) {
            hash.update(piece);
            yield piece;
          }
        }, entry).catch(reject);
    });
  const writer: ArchiveWriter = {
    async add(name, content) {
      const size = Buffer.byteLength(content);
      begin(name, size);
      hash.update(content);
      await put(name, content, size);
    },
    async addFile(name, path, size) {
      begin(name, size);
      // A file that has grown meanwhile is as long as it was.
      if (size === 0) return put(name, '', 0);
      await put(name, createReadStream(path, { end: size - 1 }), size);
    },
  };
  try {
    await writer.add(HEAD, `${JSON.stringify({ product: 'offhook', format: FORMAT })}\n`);
    const told = await fill(writer);
    const manifest: Manifest = { format: FORMAT, ...told, entries, sha256: hash.digest('hex') };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await put(MANIFEST, text, Buffer.byteLength(text));
    tar.finalize();
    await written;
    const handle = await open(draft, 'r+');
    await handle.sync();
    await handle.close();
    await rename(draft, file);
    return manifest;
  } catch (error) {
    tar.destroy();
    await written.catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

export interface Entry {
  readonly name: string;
  readonly size: number;
  readonly content: Readable;
}

/** Reads the whole archive once. @throws BrokenArchive when any bit of it is not as it was written */
export async function verifyArchive(file: string): Promise<Manifest> {
  const hash = createHash('sha256');
  let entries = 0;
  let text: string | null = null;
  await eachEntry(file, async ({ name, size, content }) => {
    if (text !== null) throw new BrokenArchive('something follows its end.');
    if (entries === 0 && name !== HEAD) throw new BrokenArchive('it is no backup of Offhook.');
    if (name === MANIFEST) {
      text = await readText(content);
      return;
    }
    if (!isSafe(name)) throw new BrokenArchive(`it names a file ‘${name}’.`);
    entries += 1;
    hash.update(`${name}\0${size}\0`);
    for await (const piece of content) hash.update(piece as Uint8Array);
  });
  if (text === null) throw new BrokenArchive('its end is missing.');
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    throw new BrokenArchive('its manifest cannot be read.');
  }
  const format = z.safeParse(z.object({ format: z.number() }), told);
  if (format.success && format.data.format > FORMAT)
    throw new BrokenArchive('it was made by a newer version of Offhook.');
  const manifest = z.safeParse(Manifest, told);
  if (!manifest.success) throw new BrokenArchive('its manifest cannot be read.');
  if (manifest.data.entries !== entries || manifest.data.sha256 !== hash.digest('hex'))
    throw new BrokenArchive('its content is not what its manifest says.');
  return manifest.data;
}

/** Each entry in turn; what is not read of one is passed over. @throws BrokenArchive when it is none, or ends early */
export async function eachEntry(file: string, take: (entry: Entry) => Promise<void>): Promise<void> {
  const entries = extract();
  const source = createReadStream(file);
  const read = pipeline(source, createGunzip(), entries).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'EISDIR')
      throw new BrokenArchive(`it cannot be opened (${error.code}).`);
    throw new BrokenArchive('it is damaged or not complete.');
  });
  read.catch(() => undefined);
  try {
    for await (const entry of entries) {
      await take({
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
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of content) {
    pieces.push(piece as Buffer);
    bytes += (piece as Buffer).length;
    if (bytes > MOST_READ) throw new BrokenArchive('one of its parts is too large.');
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Below the folder into which it is unpacked. */
function isSafe(name: string): boolean {
  return (
    !name.startsWith('/') &&
    !name.includes('\\') &&
    !name.split('/').some((part) => part === '' || part === '.' || part === '..')
  );
}
