import { mkdirSync } from 'node:fs';
import type { Database } from './database.ts';
import { waitForSpace } from './embedded/disk-space.ts';
import { type EmbeddedConfig, type OpenDatabase, openEmbedded } from './embedded/embedded.ts';
import type { EmbeddedWatchOptions } from './embedded/embedded-watch.ts';
import { type ConnectWait, openPostgres } from './postgres.ts';
import { createWriteProbe, type OnWritten, writeEmbedded, writePostgres } from './write-probe.ts';

export interface DatabaseConfig {
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly templateFile: string | null;
  readonly demo: {
    readonly seed: EmbeddedConfig['seed'];
    readonly refresh: (db: Database) => Promise<void>;
  } | null;
  readonly onLost: (error: Error) => void;
  /** Without it, PostgreSQL must be available immediately. */
  readonly connectWait?: ConnectWait;
  /** After each test write. */
  readonly onWritten?: OnWritten;
  readonly watch?: EmbeddedWatchOptions & { readonly onWaitingForSpace: (freeBytes: number) => void };
}

export interface ServedDatabase extends OpenDatabase {
  readonly canWrite: () => Promise<boolean>;
  /** Always true for PostgreSQL, whose disk can't be seen from here. */
  readonly hasSpace: () => boolean;
}

/** @throws FolderInUse, DatabaseUnavailable, or the driver's error */
export async function openDatabase(config: DatabaseConfig): Promise<ServedDatabase> {
  if (config.databaseUrl === '') return openEmbeddedDatabase(config);
  const opened = await openPostgres(config.databaseUrl, config.onLost, config.connectWait ?? null);
  return {
    ...opened,
    canWrite: createWriteProbe(opened.db, writePostgres, config.onWritten),
    hasSpace: () => true,
  };
}

async function openEmbeddedDatabase(config: DatabaseConfig): Promise<ServedDatabase> {
  const { dataFolder, templateFile, demo, watch } = config;
  if (watch) {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    await waitForSpace(dataFolder, watch.reserveBytes, watch.onWaitingForSpace);
  }
  const { db, close, isFull } = await openEmbedded({
    dataFolder,
    templateFile: demo ? templateFile : null,
    seed: demo ? demo.seed : async () => undefined,
    ...(watch ? { watch } : {}),
  });
  if (demo) await demo.refresh(db);
  return {
    db,
    close,
    canWrite: createWriteProbe(db, writeEmbedded, config.onWritten),
    hasSpace: () => !isFull(),
  };
}
