import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** @param ends registers the removal; by default after all tests of the file */
export function scratchFolder(ends: (remove: () => void) => void = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), 'voice-'));
  ends(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
