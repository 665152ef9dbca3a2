import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectPostgres } from '../../platform/database/postgres.ts';
import { withEmbeddedDatabase } from '../../testing/database/database.ts';
import { scratchFolder } from '../../testing/servers/local.ts';
import {
  backUp,
  emptyTarget,
  expectDamagedRefused,
  expectEverythingBack,
  QUICKEST,
  restoreOptions,
  TARGETS,
} from '../../testing/storage/backup.ts';
import { until } from '../../testing/world/world.ts';
import { type RestoreWish, restore } from './restore.ts';

withEmbeddedDatabase('a backup', (open) => {
  it.each(QUICKEST)(
    'of a product that was moved brings back every value, file and key (into %s)',
    async (kind) => {
      const { db } = await open({ demo: true });
      await expectEverythingBack(db, [kind]);
    },
  );

  it.each(QUICKEST)(
    'that is damaged, not complete, not ours or of tomorrow changes nothing (%s)',
    async (kind) => {
      const { db } = await open({ demo: true });
      await expectDamagedRefused(db, kind);
    },
  );

  it.runIf(TARGETS.length > 1)(
    'goes into no PostgreSQL that is used or filled, unless it is to be replaced',
    async () => {
      const { db } = await open({ demo: true });
      const file = join(scratchFolder(), 'backup.tar.gz');
      await backUp(db, scratchFolder(), file, true);
      const target = await emptyTarget('postgres');
      const used = await connectPostgres(target.databaseUrl);
      await expect(restore(restoreOptions(target, file))).rejects.toThrow(/Somebody is connected/);
      await used.close();
      await until('nobody is connected', () =>
        restore(restoreOptions(target, file)).then(
          () => true,
          (error: Error) => {
            if (/Somebody/.test(error.message)) return false;
            throw error;
          },
        ),
      );
      const filled = async (wish: RestoreWish) =>
        until('an answer of the database', () =>
          restore(wish).then(
            ({ manifest }) => `${manifest.tables.length > 0}`,
            (error: Error) => (/Somebody/.test(error.message) ? null : error.message),
          ),
        );
      expect(await filled(restoreOptions(target, file))).toMatch(/There are rows in the database/);
      expect(await filled({ ...restoreOptions(target, file), replaces: true })).toBe('true');
    },
  );
});
