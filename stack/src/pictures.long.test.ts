/** Takes all pictures again, because a changed screen breaks a step of the script only when it runs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scaleTimeout } from '../testing/timeout-factor.mjs';

const root = join(import.meta.dirname, '../..');
const list = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

test('the script finds every screen and takes the pictures that the documents show', {
  timeout: scaleTimeout(900_000),
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-pictures-'));
  try {
    execFileSync(process.execPath, ['stack/bin/pictures.mjs', folder], { cwd: root, stdio: 'pipe' });
    expect(list(folder)).toEqual(list(join(root, 'docs/pictures')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
