import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { insert, queryRows } from '../../platform/database/database.ts';
import { leads } from '../../platform/database/schema.ts';
import { ACCOUNT } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { matchesLeadFilters } from './lead-filters.ts';

const OTHER_ACCOUNT = 200;
const READER = { account_id: ACCOUNT, permissions: ['listen'], supervised_team_ids: null };

withDatabase('the search in the list of leads', (open) => {
  async function opened() {
    const { db } = await open({ demo: true });
    const found = async (search: string) => {
      const rows = await db
        .select({ id: leads.id })
        .from(leads)
        .where(matchesLeadFilters(READER, { search }))
        .orderBy(leads.id);
      return rows.map(({ id }) => id);
    };
    return { db, found };
  }

  it('finds the account’s leads by name, number, company and email', async () => {
    const { db, found } = await opened();
    const lead = {
      phone_number: '+16615557001',
      fname: 'José',
      label: 'Roof quote',
      company: 'Núñez & Söhne GmbH',
      email: 'jose_n+roof@example-mail.test',
    };
    const { id } = await insert(db, leads, { account_id: ACCOUNT, ...lead });
    await insert(db, leads, { account_id: OTHER_ACCOUNT, ...lead });
    await insert(db, leads, {
      account_id: ACCOUNT,
      phone_number: 'erased-1',
      label: 'Roof quote',
      erased_at: new Date(),
    });
    for (const search of [
      'jose roof',
      '(661) 555-7001',
      'nunez',
      'SÖHNE gmb',
      'jose_n+roof@example-mail.test',
      'n+roof@example',
      'jose_n@',
    ])
      expect([search, await found(search)]).toEqual([search, [id]]);
    for (const search of ['osé roof', 'nunezz', '6615557002', 'jose@other', "x':* | 'roof"])
      expect([search, await found(search)]).toEqual([search, []]);
    // Too short for the indexes.
    expect(await found('z')).toContain(id);
    expect(await found('70')).toContain(id);
  });

  it('uses its indexes, and doesn’t read all leads', async () => {
    const { db } = await opened();
    await db.execute(sql`insert into leads (account_id, phone_number, fname, label, company, email)
      select ${ACCOUNT}::bigint, '+1661' || (5550000 + n), 'Quilla', 'N' || n, 'C' || n, 'n' || n || '@example.com'
      from generate_series(1, 3000) n`);
    await db.execute(sql`analyze leads`);
    for (const search of ['n1234', 'c1234', '5551234']) {
      const rows = await queryRows<{ 'QUERY PLAN': string }>(
        db,
        sql`explain select id from leads where ${matchesLeadFilters(READER, { search })} order by id desc limit 51`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Bitmap Index Scan on leads_search');
      expect(plan.includes('Bitmap Index Scan on leads_contact_search')).toBe(search !== '5551234');
      expect(plan).not.toMatch(/Seq Scan|Index Scan \w+ using leads_pkey/);
    }
  });
});
