import { sql } from 'drizzle-orm';
import { moveDemoToPresent } from './demo/present.ts';
import { type EmbeddedConfig, type OpenDatabase, openEmbedded } from './embedded.ts';
import { openPostgres, type Patience } from './postgres.ts';

export interface StoreConfig {
  /** Empty: the embedded database. */
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly templateFile: string | null;
  readonly demo: boolean;
  readonly seed: EmbeddedConfig['seed'];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Is told of connections to PostgreSQL that broke. */
  readonly onLost: (error: Error) => void;
  /** Without it a PostgreSQL has to be there. */
  readonly patience?: Patience;
}

/** The database of the configuration, at the newest schema. @throws FolderInUse, DatabaseRefused, or what the driver says */
export async function openDatabase(
  config: StoreConfig,
): Promise<OpenDatabase & { ping(): Promise<boolean> }> {
  const opened =
    config.databaseUrl === ''
      ? await openOwn(config)
      : await openPostgres(config.databaseUrl, config.onLost, config.patience ?? null);
  return {
    ...opened,
    ping: async () => {
      await opened.db.execute(sql`select 1`);
      return true;
    },
  };
}

async function openOwn({ dataFolder, templateFile, demo, seed, now }: StoreConfig): Promise<OpenDatabase> {
  const opened = await openEmbedded({
    dataFolder,
    // The template holds the demo world.
    templateFile: demo ? templateFile : null,
    seed: demo ? seed : async () => undefined,
  });
  if (demo) await moveDemoToPresent(opened.db, now);
  return opened;
}
