import { it } from 'vitest';
import { CRMS, expectNothingTwice } from '../../testing/crm/test-crm-sync.ts';
import { withDatabase } from '../../testing/database/database.ts';

withDatabase('a CRM', (open) => {
  it.each(CRMS)(
    '%s gets nothing twice when a process dies before or after any of its requests',
    (kind, openCrm) => expectNothingTwice(open, kind, openCrm),
  );
});
