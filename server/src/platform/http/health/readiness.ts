/**
 * Whether this server is ready to take work: what a balancer asks before it sends anything. Other than its health, which
 * a supervisor asks, it ends before the server does: who drains is healthy, and takes nothing new.
 */
import type { Database } from '../../database/database.ts';
import { type SchemaLevel, schemaLevel } from '../../database/migrate.ts';
import { createHealth } from './health.ts';

export interface Readiness {
  readonly isReady: boolean;
  /** The server was told to end. */
  readonly isDraining: boolean;
  /** Of each part, whether it is ready. */
  readonly parts: Readonly<Record<string, boolean>>;
  /** Steps of the database that a newer server has made; this one works on. */
  readonly unknownMigrations: readonly string[];
}

export interface ReadinessParts {
  readonly db: Database;
  readonly canWrite: () => Promise<boolean>;
  /** Of the disk of the embedded database. */
  readonly hasSpace: () => boolean;
  readonly telephony: () => boolean | Promise<boolean>;
  readonly realtime: () => boolean | Promise<boolean>;
}

export interface ReadinessWatch {
  read(): Promise<Readiness>;
  /** From now on not ready, whatever the parts say. */
  drain(): void;
}

export function watchReadiness(parts: ReadinessParts): ReadinessWatch {
  const { db, canWrite, hasSpace, telephony, realtime } = parts;
  const health = createHealth();
  let isDraining = false;
  let level: SchemaLevel | null = null;
  health.add('disk', hasSpace);
  health.add('database', async () => {
    // A full disk is no fault of the database, which can be read.
    const [found, takesWrites] = await Promise.all([schemaLevel(db), !hasSpace() || canWrite()]);
    level = found;
    return takesWrites;
  });
  health.add('telephony', telephony);
  health.add('realtime', realtime);
  return {
    async read() {
      const { disk = false, database = false, ...others } = await health.parts();
      const migrations = database && level?.missing.length === 0;
      const parts = { disk, database, migrations, ...others };
      return {
        isReady: !isDraining && Object.values(parts).every(Boolean),
        isDraining,
        parts,
        unknownMigrations: database ? (level?.unknown ?? []) : [],
      };
    },
    drain() {
      isDraining = true;
    },
  };
}
