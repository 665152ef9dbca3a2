/** The data folder holds phone numbers, conversations and the keys to them. */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Recordings aren't listed, because they may be on a shared disk. The data folder protects them. */
const OWN_ENTRIES = ['pg', 'spool', 'voice', 'run.json', 'secrets.json'];
/** Umask for all files that this process creates, including the database's. */
export const PRIVATE_MASK = 0o077;

/** Removes group and other permissions. Other users' files stay as they are. */
export function ensurePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  restrict(folder, FOLDER_MODE);
  for (const name of OWN_ENTRIES) restrictAll(join(folder, name));
}

function restrictAll(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) restrict(path, FILE_MODE);
  if (!found?.isDirectory()) return;
  restrict(path, FOLDER_MODE);
  for (const entry of readdirSync(path)) restrictAll(join(path, entry));
}

function restrict(path: string, mode: number): void {
  try {
    if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // A mounted volume may belong to another user; a running process may have removed its file.
    if (!['EPERM', 'EROFS', 'ENOENT'].includes(code)) throw error;
  }
}
