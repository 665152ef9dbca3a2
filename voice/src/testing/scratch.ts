import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** @param onEnd registers the removal; by default it runs after all tests in the file */
export function scratchFolder(onEnd: (remove: () => void) => void = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), 'voice-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
