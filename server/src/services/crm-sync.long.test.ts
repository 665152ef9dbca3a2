import { it } from 'vitest';
import { withDatabase } from '../store/test-database.ts';
import { CRMS, expectNothingTwice } from './test-crm-sync.ts';

withDatabase('a CRM', (open) => {
  it.each(CRMS)(
    '%s gets nothing twice when a process dies before or after any of its requests',
    async (kind, openCrm) => {
      const { db } = await open({ demo: true });
      await expectNothingTwice(db, kind, openCrm);
    },
  );
});
