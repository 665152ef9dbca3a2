import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../testing/servers/local.ts';
import { packFolder, unpackFolder } from './pack.ts';

it('a packed folder is restored with every file and empty folder, accessible only to its owner', () => {
  const root = scratchFolder();
  const from = join(root, 'from');
  mkdirSync(join(from, 'deep/er'), { recursive: true });
  mkdirSync(join(from, 'empty'));
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251));
  writeFileSync(join(from, 'deep/er/bytes'), bytes);
  writeFileSync(join(from, 'nothing'), '');
  writeFileSync(join(from, 'çà et là'), 'x');
  const file = join(root, 'made/for/it.pack');
  packFolder(from, file);
  const to = join(root, 'to');
  unpackFolder(file, to);
  const names = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();
  expect(names(to)).toEqual(names(from));
  expect(readFileSync(join(to, 'deep/er/bytes')).equals(bytes)).toBe(true);
  expect(statSync(join(to, 'nothing')).size).toBe(0);
  expect(statSync(join(to, 'deep/er/bytes')).mode & 0o077).toBe(0);
});
