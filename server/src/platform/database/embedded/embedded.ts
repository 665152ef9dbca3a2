// PGlite in its own folder, durable and used by one process:
//     <data>/pg           the database; created completely by one rename, or not at all
//     <data>/recordings
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../database.ts';
import { migrate } from '../migrate.ts';
import { DURABLE_START_PARAMS, DurableFiles } from './durable-files.ts';
import { createEmbeddedDriver, type EmbeddedDriver } from './embedded-driver.ts';
import { type EmbeddedWatchOptions, watchEmbedded } from './embedded-watch.ts';
import { lockFolder } from './folder-lock.ts';
import { unpackFolder } from './pack.ts';

/** In single-user mode PostgreSQL checkpoints and vacuums only on command. */
const HOUSEKEEPING_MS = 60_000;
const CHECKPOINT_AFTER_BYTES = 16 * 1024 * 1024;
const VACUUM_EVERY = 15;

export interface EmbeddedConfig {
  readonly dataFolder: string;
  readonly templateFile: string | null;
  /** Not called if there is a template, which is already filled. */
  readonly seed: (db: Database, recordingsFolder: string) => Promise<void>;
  readonly watch?: EmbeddedWatchOptions;
}

export interface OpenDatabase {
  readonly db: Database;
  close(): Promise<void>;
}

export interface OpenEmbedded extends OpenDatabase {
  readonly isNew: boolean;
  readonly isFull: () => boolean;
}

/** @throws FolderInUse */
export async function openEmbedded(config: EmbeddedConfig): Promise<OpenEmbedded> {
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(config.dataFolder);
  try {
    const folder = join(config.dataFolder, 'pg');
    const isNew = !existsSync(folder);
    if (isNew) await createFolder(config);
    const opened = await openFolder(folder, config.watch?.onBroken);
    await migrate(opened.db);
    const watching = config.watch && watchEmbedded(opened, folder, config.watch);
    const isFull = watching?.isFull ?? (() => false);
    const housekeeping = startHousekeeping(opened, isFull);
    return {
      db: opened.db,
      isNew,
      isFull,
      close: async () => {
        clearInterval(housekeeping);
        watching?.stop();
        await opened.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

export async function createData(folder: string, seed: EmbeddedConfig['seed']): Promise<void> {
  const recordings = join(folder, 'recordings');
  mkdirSync(recordings, { recursive: true, mode: 0o700 });
  await createDatabaseFolder(join(folder, 'pg'), async (db) => {
    await migrate(db);
    await seed(db, recordings);
  });
}

export async function createDatabaseFolder(
  folder: string,
  fill: (db: Database) => Promise<void>,
): Promise<void> {
  const opened = await openFolder(folder);
  try {
    await fill(opened.db);
    // Without the template databases, only a third of the files have to be copied.
    await opened.run(`update pg_database set datistemplate = false where datname like 'template%'`);
    await opened.run('drop database template0');
    await opened.run('drop database template1');
    await opened.run('vacuum analyze');
  } finally {
    await opened.close();
  }
}

async function createFolder(config: EmbeddedConfig): Promise<void> {
  const draft = join(config.dataFolder, 'new');
  rmSync(draft, { recursive: true, force: true });
  if (config.templateFile !== null && existsSync(config.templateFile)) {
    unpackFolder(config.templateFile, draft);
  } else {
    await createData(draft, config.seed);
  }
  const recordings = join(config.dataFolder, 'recordings');
  mkdirSync(recordings, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(join(draft, 'recordings'))) {
    renameSync(join(draft, 'recordings', name), join(recordings, name));
  }
  renameSync(join(draft, 'pg'), join(config.dataFolder, 'pg'));
  rmSync(draft, { recursive: true, force: true });
  // PostgreSQL syncs its own writes; the unpacked files are synced in the background.
  syncAll(config.dataFolder).catch(() => undefined);
}

export async function openFolder(
  folder: string,
  onPanic?: (reason: string) => void,
): Promise<EmbeddedDriver> {
  const client = new PGlite({ fs: new DurableFiles(folder), startParams: [...DURABLE_START_PARAMS] });
  await client.waitReady;
  return createEmbeddedDriver(client, onPanic);
}

function startHousekeeping(opened: EmbeddedDriver, isFull: () => boolean): NodeJS.Timeout {
  let checkpointed = '0/0';
  let rounds = 0;
  const round = async () => {
    // A checkpoint without disk space would crash PostgreSQL.
    if (isFull()) return;
    const [row] = await opened.query<{ at: string; grown: number }>(
      'select pg_current_wal_lsn()::text as at, (pg_current_wal_lsn() - $1::pg_lsn)::float8 as grown',
      [checkpointed],
    );
    if (row && row.grown > CHECKPOINT_AFTER_BYTES) {
      await opened.run('checkpoint');
      checkpointed = row.at;
    }
    rounds += 1;
    if (rounds % VACUUM_EVERY === 0) await opened.run('vacuum analyze');
  };
  // A round may fail while the database is closing.
  return setInterval(() => void round().catch(() => undefined), HOUSEKEEPING_MS).unref();
}

async function syncAll(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = await openFile(join(entry.parentPath, entry.name), 'r+').catch(() => null);
    await file?.datasync();
    await file?.close();
  }
}
