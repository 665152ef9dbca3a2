import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { queryRows } from '../../platform/database/database.ts';
import { calls, callUsers } from '../../platform/database/schema.ts';
import { ACCOUNT } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { DIMENSIONS } from './core/figure-columns.ts';
import { hoursOf } from './local-dates.ts';
import { readFigures } from './read-figures.ts';

const CALLS = 40_000;
const CALLS_OF_A_DAY = 4_000;

withDatabase('counting a report from the rows', (open) => {
  it('reads the parts of its own calls only, however many calls the account has', async () => {
    const { db } = await open({ demo: true });
    await db.execute(sql`truncate calls cascade`);
    await db.execute(sql`set session_replication_role = replica`);
    const numbers = sql`generate_series(1, ${CALLS}::integer) as n`;
    await db.execute(
      sql`insert into calls (id, account_id, type, direction, status, started_at, ended_at) overriding system value
        select 1000000 + 2 * n, ${ACCOUNT}, 'lead', 'outbound', 'completed', at, at
        from ${numbers}, lateral (select timestamptz '2025-06-01Z' + n * interval '1 day' / ${CALLS_OF_A_DAY}::integer as at) one`,
    );
    await db.execute(
      sql`insert into call_users (id, call_id, user_id, type, status, n, accepted_at, ended_at) overriding system value
        select 1000001 + 2 * n, 1000000 + 2 * n, (select min(id) from users), 'lead', 'ended', 1000000 + n, now(), now()
        from ${numbers}`,
    );
    await db.execute(sql`reset session_replication_role`);
    await db.execute(sql`analyze ${calls}, ${callUsers}`);
    await db.transaction(async (tx) => {
      const { total } = await readFigures(tx, {
        accountId: ACCOUNT,
        zone: 'UTC',
        range: hoursOf('2025-06-03', '2025-06-03'),
        filters: {},
        groups: DIMENSIONS,
      });
      expect(total.calls).toBe(CALLS_OF_A_DAY);
      const [read] = await queryRows<{ rows: number }>(
        tx,
        sql`select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as rows
          from pg_stat_xact_user_tables where relname = 'call_users'`,
      );
      expect(read?.rows).toBeGreaterThanOrEqual(CALLS_OF_A_DAY);
      expect(read?.rows).toBeLessThan(CALLS);
    });
  });
});
