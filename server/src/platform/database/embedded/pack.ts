// A pack isn't compressed, because it must be fast to read and isn't copied to other machines.
//     length of the index (4 bytes, big endian) | JSON index | contents, in the order of the index
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

const Index = z.array(z.object({ path: z.string(), size: z.nullable(z.int()) }));
type Index = z.infer<typeof Index>;

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
  // Atomic, even if another process builds the same file.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, Buffer.concat([length, head, ...contents]));
  renameSync(draft, file);
}

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
