import { expect, it } from 'vitest';
import { insert } from '../../platform/database/database.ts';
import { auditLog, leads, teams, webhookEndpoints } from '../../platform/database/schema.ts';
import { ACCOUNT, change, userOf } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { testWorlds } from '../../testing/world/world.ts';
import { listAuditLog } from './audit-log.ts';

const QUERY = { limit: 50, search: '' } as const;

withDatabase('the audit log', (open) => {
  const start = testWorlds(open);

  async function openLog() {
    const { db } = await start();
    const admin = await userOf(db, 'admin@demo.test');
    const user = { ...admin, country_code: 'US', custom_crm_url: null, account_language: 'en' as const };
    const record = (...subjects: string[]) =>
      db
        .insert(auditLog)
        .values(subjects.map((subject) => ({ account_id: ACCOUNT, action: 'a test', subject })));
    const names = async () => {
      const { data } = await listAuditLog(db, user, QUERY);
      return data
        .filter(({ action }) => action === 'a test')
        .map((entry) => (entry.names ?? []).map(({ kind, id, name }) => [`${kind} ${id}`, name]));
    };
    return { db, user, record, names };
  }

  it('names what its entries refer to', async () => {
    const { db, user, record, names } = await openLog();
    const team = await insert(db, teams, { account_id: ACCOUNT, name: 'Night shift' });
    const lead = await insert(db, leads, {
      account_id: ACCOUNT,
      phone_number: '+14155552600',
      label: 'Ada Form',
    });
    const webhook = await insert(db, webhookEndpoints, {
      account_id: ACCOUNT,
      url: 'https://hooks.example.com/a/secret?token=1',
      secret: 'a secret',
      events: [],
    });
    await record(
      `team ${team.id}: user ${user.id} in`,
      `lead ${lead.id}: label`,
      `webhook ${webhook.id}: url`,
    );
    expect(await names()).toEqual([
      [[`webhook ${webhook.id}`, 'hooks.example.com']],
      [[`lead ${lead.id}`, 'Ada Form']],
      [
        [`team ${team.id}`, 'Night shift'],
        [`user ${user.id}`, user.full_name],
      ],
    ]);
  });

  it('has no name of what was deleted or erased, and none of another account', async () => {
    const { db, record, names } = await openLog();
    const foreign = await insert(db, teams, { account_id: 200, name: 'Theirs' });
    const lead = await insert(db, leads, {
      account_id: ACCOUNT,
      phone_number: '+14155552600',
      label: 'Ada Form',
    });
    await change(db, leads, lead.id, { erased_at: new Date() });
    await record(`team ${foreign.id}: schedule`, 'team 987654: schedule', `lead ${lead.id}: erased`);
    expect(await names()).toEqual([[], [], []]);
  });

  it('reads the names of a page in one query', async () => {
    const { db, user, record } = await openLog();
    await record(...Array.from({ length: 40 }, (_, n) => `team ${n}: user ${n} in, filter number ${n}`));
    let statements = 0;
    const counting = Object.create(db);
    counting.execute = (...query: Parameters<typeof db.execute>) => {
      statements += 1;
      return db.execute(...query);
    };
    await listAuditLog(counting, user, QUERY);
    expect(statements).toBe(1);
  });
});
