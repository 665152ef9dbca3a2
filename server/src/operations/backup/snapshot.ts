// Copies the files of the embedded database to `<data>/snapshot/pg` while Offhook is running. Holds the only
// connection during the copy, so that nothing writes. The slow part of the backup reads the copy.
import { constants } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, transaction } from '../../platform/database/database.ts';
import type { OpenDatabase } from '../../platform/database/embedded/embedded.ts';
import { openFolder } from '../../platform/database/embedded/embedded.ts';
import { lockFolder } from '../../platform/database/embedded/folder-lock.ts';

/** Called by the process that has the database open. The requester has created the folder. */
export async function copyEmbeddedDatabase(db: Database, dataFolder: string): Promise<void> {
  await transaction(db, async () => {
    await cp(join(dataFolder, 'pg'), join(dataFolder, 'snapshot', 'pg'), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
    });
  });
}

/** @param requestCopy false if no server is running @throws FolderInUse if another snapshot is being read */
export async function openSnapshot(
  dataFolder: string,
  requestCopy: () => Promise<boolean>,
): Promise<OpenDatabase | null> {
  const folder = join(dataFolder, 'snapshot');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder);
  const clear = async () => {
    await rm(folder, { recursive: true, force: true });
    await lock.release();
  };
  try {
    // Left by a killed backup.
    await rm(join(folder, 'pg'), { recursive: true, force: true });
    if (!(await requestCopy())) {
      await clear();
      return null;
    }
    const opened = await openFolder(join(folder, 'pg'));
    return {
      db: opened.db,
      close: async () => {
        await opened.close();
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}
