import { mkdirSync } from 'node:fs';
import type { Database } from './database.ts';
import { untilSpace } from './embedded/disk-space.ts';
import { type EmbeddedConfig, type OpenDatabase, openEmbedded } from './embedded/embedded.ts';
import type { EmbeddedWatch } from './embedded/embedded-watch.ts';
import { openPostgres, type Patience } from './postgres.ts';
import { createWriteProbe, writeEmbedded } from './write-probe.ts';

export interface StoreConfig {
  /** Empty: the embedded database. */
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly templateFile: string | null;
  /** null: this is no demo. */
  readonly demo: {
    readonly seed: EmbeddedConfig['seed'];
    /** Brings the demo's past up to the present. */
    readonly refresh: (db: Database) => Promise<void>;
  } | null;
  /** Is told of connections to PostgreSQL that broke. */
  readonly onLost: (error: Error) => void;
  /** Without it a PostgreSQL has to be there. */
  readonly patience?: Patience;
  /** Of the embedded database. With it the start waits until its disk has room. */
  readonly watch?: EmbeddedWatch & { readonly onWaitingForSpace: (freeBytes: number) => void };
}

export interface ServedDatabase extends OpenDatabase {
  /** Rejects with what the database says. */
  readonly canWrite: () => Promise<boolean>;
  /** Of the disk of the embedded database; always true of PostgreSQL's, which cannot be seen from here. */
  readonly hasSpace: () => boolean;
}

/** The database of the configuration, at the newest schema. @throws FolderInUse, DatabaseRefused, or what the driver says */
export async function openDatabase(config: StoreConfig): Promise<ServedDatabase> {
  if (config.databaseUrl === '') return openOwn(config);
  const opened = await openPostgres(config.databaseUrl, config.onLost, config.patience ?? null);
  return { ...opened, canWrite: createWriteProbe(opened.db), hasSpace: () => true };
}

async function openOwn(config: StoreConfig): Promise<ServedDatabase> {
  const { dataFolder, templateFile, demo, watch } = config;
  if (watch) {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    await untilSpace(dataFolder, watch.reserveBytes, watch.onWaitingForSpace);
  }
  const { db, close, isFull } = await openEmbedded({
    dataFolder,
    // The template holds the demo world.
    templateFile: demo ? templateFile : null,
    seed: demo ? demo.seed : async () => undefined,
    ...(watch ? { watch } : {}),
  });
  if (demo) await demo.refresh(db);
  return { db, close, canWrite: createWriteProbe(db, writeEmbedded), hasSpace: () => !isFull() };
}
