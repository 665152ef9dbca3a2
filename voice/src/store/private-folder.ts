import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-modes.ts';

/**
 * Creates a folder that only its owner can access, or restricts an existing one and its contents. Skips files that
 * belong to other users, for example on a mounted volume.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (isPrivate(folder)) return;
  setMode(folder, PRIVATE_FOLDER);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makePrivateFolder(path);
    else if (entry.isFile()) setMode(path, PRIVATE_FILE);
  }
}

function setMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

function isPrivate(folder: string): boolean {
  return (statSync(folder).mode & 0o777) === PRIVATE_FOLDER;
}
