/** Restores into an embedded database, which takes seconds to create. */
import { it, vi } from 'vitest';
import { withEmbeddedDatabase } from '../../testing/database/database.ts';
import { expectDamagedBackupsRejected, expectFullRestore, TARGETS } from '../../testing/storage/backup.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

withEmbeddedDatabase('a backup', (open) => {
  it('restores every value, file and key into either database', async () => {
    const { db } = await open({ demo: true });
    await expectFullRestore(db, TARGETS);
  });

  it('that is damaged, incomplete, too new or from another program changes nothing when restored', async () => {
    const { db } = await open({ demo: true });
    await expectDamagedBackupsRejected(db, 'embedded');
  });
});
