/** Backups into an embedded database, which takes seconds to make. */
import { it, vi } from 'vitest';
import { withEmbeddedDatabase } from '../../testing/database/database.ts';
import { expectDamagedRefused, expectEverythingBack, TARGETS } from '../../testing/storage/backup.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

withEmbeddedDatabase('a backup', (open) => {
  it('of a product that was moved brings back every value, file and key, through either database', async () => {
    const { db } = await open({ demo: true });
    await expectEverythingBack(db, TARGETS);
  });

  it('that is damaged, not complete, not ours or of tomorrow changes nothing', async () => {
    const { db } = await open({ demo: true });
    await expectDamagedRefused(db, 'embedded');
  });
});
