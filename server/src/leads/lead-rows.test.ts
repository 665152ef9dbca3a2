import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { insert, transaction } from '../platform/database/database.ts';
import { leads, scheduledCalls } from '../platform/database/schema.ts';
import { ACCOUNT } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import { upsertLead } from './lead-rows.ts';

const PHONE = '+14155552640';

withDatabase('an update of a known lead', (open) => {
  it('does not wait for a transaction that only references the lead', async () => {
    const { db, kind } = await open({ demo: true });
    // The embedded database has no concurrent transactions.
    if (kind === 'embedded') return;
    const at = new Date();
    const { id: lead_id } = await insert(db, leads, {
      account_id: ACCOUNT,
      phone_number: PHONE,
      label: 'Ada',
    });
    const scheduledCall = { account_id: ACCOUNT, lead_id, due_at: at, requested_at: at, reason: 'Later' };
    const label = await transaction(db, async (tx) => {
      await insert(tx, scheduledCalls, scheduledCall);
      return transaction(db, async (other) => {
        await other.execute(sql`set local lock_timeout = '2s'`);
        const update = { label: 'Ada Form' };
        return (await upsertLead(other, ACCOUNT, PHONE, 'US', 'intake', update, at.getTime())).label;
      });
    });
    expect(label).toBe('Ada Form');
  });
});
