import { sql } from 'drizzle-orm';
import { expect, inject, it } from 'vitest';
import { queryRows } from './database.ts';
import { openPostgres } from './postgres.ts';
import { run } from './test-postgres.ts';

it.skipIf(inject('offhookPostgres') === null)(
  'connections that break cost their own request and nothing else',
  async () => {
    const template = inject('offhookPostgres') ?? '';
    await run(template.replace('{database}', 'postgres'), 'create database broken template demo');
    const lost: Error[] = [];
    const { db, close } = await openPostgres(template.replace('{database}', 'broken'), (error) =>
      lost.push(error),
    );
    const mine = sql`select pid from pg_stat_activity where datname = current_database()`;
    const idle = await Promise.all(Array.from({ length: 4 }, () => queryRows<{ pid: number }>(db, mine)));
    expect(idle.flat().length).toBeGreaterThan(1);
    const waiting = db.execute(sql`select pg_sleep(60)`);
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'broken'`;
    const failed = expect(waiting).rejects.toThrow();
    let isOver = false;
    void failed.then(() => {
      isOver = true;
    });
    // The waiting one may not have begun at the first time.
    while (!isOver || lost.length === 0) await run(template.replace('{database}', 'postgres'), kill);
    expect(await queryRows<{ one: number }>(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await close();
  },
);
