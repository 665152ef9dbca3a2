/** For load balancers: a draining server is healthy, but takes no new work. */
import type { Database } from '../../database/database.ts';
import { type SchemaLevel, schemaLevel } from '../../database/migrate.ts';
import { createHealth } from './health.ts';

export interface Readiness {
  readonly isReady: boolean;
  readonly isDraining: boolean;
  readonly components: Readonly<Record<string, boolean>>;
  readonly unknownMigrations: readonly string[];
}

export interface ReadinessDeps {
  readonly db: Database;
  readonly canWrite: () => Promise<boolean>;
  readonly hasSpace: () => boolean;
  readonly telephony: () => boolean | Promise<boolean>;
  readonly realtime: () => boolean | Promise<boolean>;
}

export interface ReadinessWatch {
  read(): Promise<Readiness>;
  drain(): void;
}

export function watchReadiness(deps: ReadinessDeps): ReadinessWatch {
  const { db, canWrite, hasSpace, telephony, realtime } = deps;
  const health = createHealth();
  let isDraining = false;
  let level: SchemaLevel | null = null;
  health.add('disk', hasSpace);
  health.add('database', async () => {
    // With a full disk the database can still be read, so it counts as ready.
    const [found, isWritable] = await Promise.all([schemaLevel(db), !hasSpace() || canWrite()]);
    level = found;
    return isWritable;
  });
  health.add('telephony', telephony);
  health.add('realtime', realtime);
  return {
    async read() {
      const { disk = false, database = false, ...others } = await health.components();
      const migrations = database && level?.missing.length === 0;
      const components = { disk, database, migrations, ...others };
      return {
        isReady: !isDraining && Object.values(components).every(Boolean),
        isDraining,
        components,
        unknownMigrations: database ? (level?.unknown ?? []) : [],
      };
    },
    drain() {
      isDraining = true;
    },
  };
}
