import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { expect, inject, it, vi } from 'vitest';
import { run } from '../../testing/database/postgres.ts';
import { queryRows } from './database.ts';
import { connectPostgres, DatabaseUnavailable, openPostgres } from './postgres.ts';

it.skipIf(inject('offhookPostgres') === null)(
  'a broken connection fails only the request that uses it',
  async () => {
    const template = inject('offhookPostgres') ?? '';
    await run(template.replace('{database}', 'postgres'), 'create database broken template demo');
    const elsewhere = await connectPostgres(template.replace('{database}', 'postgres'));
    const terminate = (which: SQL) =>
      queryRows(
        elsewhere.db,
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'broken' and ${which}`,
      );
    const lost: Error[] = [];
    const { db, close } = await openPostgres(template.replace('{database}', 'broken'), (error) =>
      lost.push(error),
    );
    const answers = async () => (await queryRows<{ one: number }>(db, sql`select 1 as one`))[0]?.one === 1;

    const ownConnections = sql`select pid from pg_stat_activity where datname = current_database()`;
    const idle = await Promise.all(
      Array.from({ length: 4 }, () => queryRows<{ pid: number }>(db, ownConnections)),
    );
    const connections = new Set(idle.flat().map(({ pid }) => pid)).size;
    expect(connections).toBeGreaterThan(1);
    await terminate(sql`true`);
    // The pool would hand out a closed connection until it learns that it's closed.
    await vi.waitFor(() => expect(lost).toHaveLength(connections), { timeout: 30_000 });
    expect(await answers()).toBe(true);

    const failure = expect(db.execute(sql`select pg_sleep(60)`)).rejects.toThrow();
    await vi.waitFor(async () => expect(await terminate(sql`query like '%pg_sleep(60)%'`)).toHaveLength(1), {
      timeout: 30_000,
    });
    await failure;
    expect(await answers()).toBe(true);
    await close();
    await elsewhere.close();
  },
);

it.skipIf(inject('offhookPostgres') === null)(
  'a connection doesn’t compile statements, which would take longer than running them',
  async () => {
    const url = (inject('offhookPostgres') ?? '').replace('{database}', 'demo');
    const { db, close } = await openPostgres(url, () => undefined);
    expect(await queryRows(db, sql`show jit`)).toEqual([{ jit: 'off' }]);
    await close();
  },
);

const SOCKET = '.s.PGSQL.5432';

it.skipIf(inject('offhookPostgres') === null)(
  'startup waits for a PostgreSQL that isn’t running yet, but not for one that rejects the login',
  async () => {
    const template = inject('offhookPostgres') ?? '';
    const real = new URL(template.replace('{database}', 'demo')).searchParams.get('host') ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'offhook-pg-late-'));
    const late = (database: string) => `postgres://offhook@localhost/${database}?host=${folder}`;
    const waits: string[] = [];
    const connectWait = {
      ms: 60_000,
      onWaiting: (reason: string) => {
        waits.push(reason);
        symlinkSync(join(real, SOCKET), join(folder, SOCKET));
      },
    };
    try {
      await expect(openPostgres(late('postgres'), () => undefined)).rejects.toThrow(DatabaseUnavailable);
      await expect(
        openPostgres(late('postgres'), () => undefined, { ms: 300, onWaiting: () => undefined }),
      ).rejects.toThrow(/^Can't use the PostgreSQL database at DATABASE_URL: .*ENOENT/);

      await run(template.replace('{database}', 'postgres'), 'create database late template demo');
      const { db, close } = await openPostgres(late('late'), () => undefined, connectWait);
      expect(await queryRows(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
      await close();
      expect(waits).toHaveLength(1);

      await expect(openPostgres(late('nobody'), () => undefined, connectWait)).rejects.toThrow(
        `Can't use the PostgreSQL database at DATABASE_URL: database "nobody" does not exist.`,
      );
      expect(waits).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
