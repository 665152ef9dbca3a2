import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** An empty folder. @param ends when it is removed: after the tests of the file, unless it is one test's */
export function scratchFolder(ends: (remove: () => void) => void = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), 'voice-'));
  ends(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
