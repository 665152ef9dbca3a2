import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../../testing/database/database.ts';
import { limitTransactions, transaction } from './database.ts';

const MANY = 60;

onEachDatabase('limited transactions', (open) => {
  it('leave a connection for other statements', async () => {
    const { db } = await open();
    // Opening a new connection would take longer than the transactions.
    await Promise.all([1, 2, 3].map(() => db.execute(sql`select pg_sleep(0.05)`)));
    const limited = limitTransactions(db, 2);
    let done = 0;
    const all = Array.from({ length: MANY }, () =>
      transaction(limited, async (tx) => {
        for (let n = 0; n < 5; n += 1) await tx.execute(sql`select count(*) from users`);
        done += 1;
      }),
    );
    await db.execute(sql`select 1`);
    expect(done).toBeLessThan(0.75 * MANY);
    await Promise.all(all);
    expect(done).toBe(MANY);
  });

  it('resolve or reject independently, and free their slot either way', async () => {
    const { db } = await open();
    const limited = limitTransactions(db, 1);
    const failed = transaction(limited, (tx) => tx.execute(sql`select 1 / 0`));
    const next = transaction(limited, async () => 'done');
    await expect(failed).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(await next).toBe('done');
  });
});
