/**
 * A folder in one file: its index as JSON, then the bytes. Not compressed: it is made on the machine that reads it,
 * and reading is what has to be fast.
 *
 *     length of the index (4 bytes, big endian) | index | contents, in the order of the index
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

const Index = z.array(z.object({ path: z.string(), size: z.nullable(z.int()) }));
type Index = z.infer<typeof Index>;

/** Writes all files and folders below `folder` into `file`. */
export function packFolder(folder: string, file: string): void {
  const index: Index = [];
  const contents: Buffer[] = [];
  const walk = (path: string) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        index.push({ path: inner, size: null });
        walk(inner);
      } else if (entry.isFile()) {
        const bytes = readFileSync(join(folder, inner));
        index.push({ path: inner, size: bytes.length });
        contents.push(bytes);
      }
    }
  };
  walk('');
  const head = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  mkdirSync(dirname(file), { recursive: true });
  // Whole or not there, also for somebody who makes the same file at the same time.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, Buffer.concat([length, head, ...contents]));
  renameSync(draft, file);
}

/** Writes what `packFolder` took into `folder`, which need not exist. Modes: the owner's only. */
export function unpackFolder(file: string, folder: string): void {
  const bytes = readFileSync(file);
  const start = 4 + bytes.readUInt32BE(0);
  const index = z.parse(Index, JSON.parse(bytes.toString('utf8', 4, start)));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let at = start;
  for (const { path, size } of index) {
    if (size === null) {
      mkdirSync(join(folder, path), { mode: 0o700, recursive: true });
    } else {
      writeFileSync(join(folder, path), bytes.subarray(at, at + size), { mode: 0o600 });
      at += size;
    }
  }
}
