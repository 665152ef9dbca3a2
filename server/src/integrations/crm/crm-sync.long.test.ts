import { it } from 'vitest';
import { CRMS, expectNoDuplicates } from '../../testing/crm/test-crm-sync.ts';
import { withDatabase } from '../../testing/database/database.ts';

withDatabase('CRM sync', (open) => {
  it.each(CRMS)('%s gets no duplicates when a process dies before or after any request', (kind, openCrm) =>
    expectNoDuplicates(open, kind, openCrm),
  );
});
