import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../testing/servers/local.ts';
import { ensurePrivateFolder } from './private-folder.ts';

function openFolder(): string {
  const folder = join(scratchFolder(), 'data');
  for (const path of ['', 'pg/global', 'voice', 'recordings', 'pictures']) {
    mkdirSync(join(folder, path), { recursive: true });
    chmodSync(join(folder, path), 0o755);
  }
  for (const path of ['run.json', 'secrets.json', 'pg/global/pg_internal.init', 'pictures/other.png']) {
    writeFileSync(join(folder, path), 'x');
    chmodSync(join(folder, path), 0o644);
  }
  return folder;
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

it.skipIf(process.platform === 'win32')('a new data folder is accessible only to its owner', () => {
  const folder = join(openFolder(), 'deeper', 'new');
  ensurePrivateFolder(folder);
  expect(modeOf(folder)).toBe(0o700);
});

it.skipIf(process.platform === 'win32')('an existing data folder loses group and other permissions', () => {
  const folder = openFolder();
  ensurePrivateFolder(folder);
  ensurePrivateFolder(folder);
  for (const path of ['', 'pg', 'pg/global', 'voice'])
    expect([path, modeOf(join(folder, path))]).toEqual([path, 0o700]);
  for (const path of ['run.json', 'secrets.json', 'pg/global/pg_internal.init'])
    expect([path, modeOf(join(folder, path))]).toEqual([path, 0o600]);
  expect(modeOf(join(folder, 'pictures/other.png'))).toBe(0o644);
});
