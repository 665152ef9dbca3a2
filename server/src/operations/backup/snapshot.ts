/**
 * One moment of the embedded database while the product goes on: its files, copied while its one connection is held, so
 * that nothing writes. Statements wait for as long as the copying takes; all that takes longer is done with the copy.
 *
 *     <data>/snapshot/pg   the copy, until it was read; locked by who reads it
 */
import { constants } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, transaction } from '../../platform/database/database.ts';
import type { OpenDatabase } from '../../platform/database/embedded/embedded.ts';
import { openFolder } from '../../platform/database/embedded/embedded.ts';
import { lockFolder } from '../../platform/database/embedded/folder-lock.ts';

/** By the process that has the database open. The folder is there, made by who asked. */
export async function copyEmbedded(db: Database, dataFolder: string): Promise<void> {
  await transaction(db, async () => {
    await cp(join(dataFolder, 'pg'), join(dataFolder, 'snapshot', 'pg'), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
    });
  });
}

/**
 * By who reads the copy. @param ask has the copy made; false: nobody answered
 * @throws FolderInUse while another one is read
 */
export async function openSnapshot(
  dataFolder: string,
  ask: () => Promise<boolean>,
): Promise<OpenDatabase | null> {
  const folder = join(dataFolder, 'snapshot');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder);
  const clear = async () => {
    await rm(folder, { recursive: true, force: true });
    await lock.release();
  };
  try {
    // Of one that was killed.
    await rm(join(folder, 'pg'), { recursive: true, force: true });
    if (!(await ask())) {
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
