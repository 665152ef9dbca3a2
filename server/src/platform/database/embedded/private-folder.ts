/** The data folder is for its own user alone: it holds people's numbers, conversations and the keys to them. */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 0o700;
const FILE = 0o600;
/** What is ours in it. Recordings may lie on a disk that several machines share; the folder above closes them. */
const OWN = ['pg', 'spool', 'voice', 'run.json', 'secrets.json'];
/** Of every file that this process makes from now on, the database's own ones too. */
export const PRIVATE_MASK = 0o077;

/** Makes the folder, or takes the rights of others from one that is there. What another user owns stays as it is. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER });
  close(folder, FOLDER);
  for (const name of OWN) closeAll(join(folder, name));
}

function closeAll(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) close(path, FILE);
  if (!found?.isDirectory()) return;
  close(path, FOLDER);
  for (const entry of readdirSync(path)) closeAll(join(path, entry));
}

function close(path: string, mode: number): void {
  try {
    if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // A mounted volume is another user's; a file of a process that runs may be gone again.
    if (!['EPERM', 'EROFS', 'ENOENT'].includes(code)) throw error;
  }
}
