import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectPostgres } from '../../platform/database/postgres.ts';
import { withEmbeddedDatabase } from '../../testing/database/database.ts';
import { scratchFolder } from '../../testing/servers/local.ts';
import {
  backUp,
  emptyTarget,
  expectDamagedBackupsRejected,
  expectFullRestore,
  FASTEST_TARGET,
  restoreOptions,
  TARGETS,
} from '../../testing/storage/backup.ts';
import { until } from '../../testing/world/world.ts';
import { type RestoreOptions, restore } from './restore.ts';

withEmbeddedDatabase('a backup', (open) => {
  it.each(FASTEST_TARGET)('restores every value, file and key (into %s)', async (kind) => {
    const { db } = await open({ demo: true });
    await expectFullRestore(db, [kind]);
  });

  it.each(FASTEST_TARGET)(
    'that is damaged, incomplete, too new or from another program changes nothing when restored (%s)',
    async (kind) => {
      const { db } = await open({ demo: true });
      await expectDamagedBackupsRejected(db, kind);
    },
  );

  it.runIf(TARGETS.length > 1)(
    'isn’t restored into a PostgreSQL database that is in use or, unless replacing is requested, has data',
    async () => {
      const { db } = await open({ demo: true });
      const file = join(scratchFolder(), 'backup.tar.gz');
      await backUp(db, scratchFolder(), file, true);
      const target = await emptyTarget('postgres');
      const used = await connectPostgres(target.databaseUrl);
      await expect(restore(restoreOptions(target, file))).rejects.toThrow(/The database is in use/);
      await used.close();
      await until('all connections to close', () =>
        restore(restoreOptions(target, file)).then(
          () => true,
          (error: Error) => {
            if (/in use/.test(error.message)) return false;
            throw error;
          },
        ),
      );
      const restoreResult = async (options: RestoreOptions) =>
        until('a response from the database', () =>
          restore(options).then(
            ({ manifest }) => `${manifest.tables.length > 0}`,
            (error: Error) => (/in use/.test(error.message) ? null : error.message),
          ),
        );
      expect(await restoreResult(restoreOptions(target, file))).toMatch(/The database has data/);
      expect(await restoreResult({ ...restoreOptions(target, file), replaceExisting: true })).toBe('true');
    },
  );
});
