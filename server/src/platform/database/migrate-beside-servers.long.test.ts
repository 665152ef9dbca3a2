import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { run } from '../../testing/database/postgres.ts';
import { watchReadiness } from '../http/health/readiness.ts';
import { type Database, queryRows } from './database.ts';
import type { OpenDatabase } from './embedded/embedded.ts';
import { migrate, schemaLevel } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import { createWriteProbe } from './write-probe.ts';

async function withServers(
  test: (context: {
    readonly one: OpenDatabase;
    readonly two: OpenDatabase;
    connect(): Promise<OpenDatabase>;
    readonly url: string;
  }) => Promise<void>,
): Promise<void> {
  const addressOf = (name: string) => (inject('offhookPostgres') ?? '').replace('{database}', name);
  const name = `migrated_${randomBytes(8).toString('hex')}`;
  const url = addressOf(name);
  await run(addressOf('postgres'), `create database ${name}`);
  const servers: OpenDatabase[] = [];
  const connect = async () => {
    const opened = await openPostgres(url, () => undefined);
    servers.push(opened);
    return opened;
  };
  try {
    const [one, two] = await Promise.all([connect(), connect()]);
    await test({ one, two, connect, url });
  } finally {
    for (const { close } of servers) await close();
    await run(addressOf('postgres'), `drop database ${name} with (force)`);
  }
}

it.skipIf(inject('offhookPostgres') === null)(
  'the schema is created once when two servers start at the same time, and an older server keeps working',
  async () => {
    await withServers(async ({ one, two, connect }) => {
      expect(await schemaLevel(two.db)).toEqual({ missing: [], unknown: [] });
      await one.db.execute(sql`insert into schema_steps (tag) values ('9999_of_a_newer_server')`);
      const older = await connect();
      const [first] = MIGRATIONS;
      const readiness = watchReadiness({
        db: older.db,
        canWrite: createWriteProbe(older.db),
        hasSpace: () => true,
        telephony: () => true,
        realtime: () => true,
      });
      await expect
        .poll(() => readiness.read())
        .toMatchObject({
          isReady: true,
          unknownMigrations: ['9999_of_a_newer_server'],
        });
      await one.db.execute(sql`delete from schema_steps where tag = ${first?.tag}`);
      expect(await schemaLevel(older.db)).toMatchObject({ missing: [first?.tag] });
      await expect
        .poll(() => readiness.read())
        .toMatchObject({
          isReady: false,
          components: { disk: true, database: true, migrations: false, telephony: true, realtime: true },
        });
    });
  },
);

async function withRunningServers(
  test: (context: {
    readonly db: Database;
    hold(statement: string): Promise<{ run(statement: string): Promise<void>; end(): Promise<void> }>;
    untilWaiting(statement: string): Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const clients: pg.Client[] = [];
  await withServers(async ({ one, two, url }) => {
    await test({
      db: one.db,
      async hold(statement) {
        const client = new pg.Client({ connectionString: url });
        clients.push(client);
        await client.connect();
        // The step must be the one to give way, not this session.
        await client.query(`set deadlock_timeout = '60s'`);
        await client.query('begin');
        await client.query(statement);
        return {
          run: async (next) => void (await client.query(next)),
          end: async () => void (await client.query('commit')),
        };
      },
      async untilWaiting(statement) {
        const waiting = sql`select 1 from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query = ${statement}`;
        await expect
          .poll(async () => (await queryRows(two.db, waiting)).length, { interval: 20, timeout: 30_000 })
          .toBeGreaterThan(0);
      },
    }).finally(() => Promise.all(clients.map((client) => client.end())));
  });
}

const columnsNamed = async (db: Database, name: string) => {
  const rows = await queryRows<{ table: string }>(
    db,
    sql`select table_name as "table" from information_schema.columns where column_name = ${name} order by 1`,
  );
  return rows.map(({ table }) => table);
};

describe.skipIf(inject('offhookPostgres') === null)('a migration step while servers are running', () => {
  const add = (table: string) => `alter table ${table} add column shade text default 'red' not null`;
  const steps = [
    ...MIGRATIONS,
    { tag: '9998_shades_of_accounts', statements: [add('accounts')] },
    { tag: '9999_more_shades', statements: [add('teams'), add('leads')] },
  ];

  it('does not block other sessions that need the table it waits for', () =>
    withRunningServers(async ({ db, hold, untilWaiting }) => {
      const holder = await hold('select from leads');
      const waits: string[] = [];
      const migrated = migrate(db, { steps, onWaiting: (reason) => waits.push(reason) });
      await untilWaiting(add('leads'));
      const behind = await hold('select from leads');
      await behind.end();
      expect(await columnsNamed(db, 'shade')).toEqual(['accounts']);
      await holder.end();
      await migrated;
      expect(waits).toEqual([expect.stringContaining('migration 9999_more_shades')]);
      expect(await columnsNamed(db, 'shade')).toEqual(['accounts', 'leads', 'teams']);
      expect((await schemaLevel(db)).unknown).toEqual(['9998_shades_of_accounts', '9999_more_shades']);
    }));

  it('gives way in a deadlock', () =>
    withRunningServers(async ({ db, hold, untilWaiting }) => {
      const holder = await hold('select from leads');
      const migrated = migrate(db, { steps });
      await untilWaiting(add('leads'));
      await holder.run('select from teams');
      await holder.end();
      await migrated;
      expect(await columnsNamed(db, 'shade')).toEqual(['accounts', 'leads', 'teams']);
    }));

  it('fails if a table stays locked, and keeps earlier steps', () =>
    withRunningServers(async ({ db, hold }) => {
      const holder = await hold('select from leads');
      await expect(migrate(db, { steps, retryTimeoutMs: 2_600 })).rejects.toThrow(
        'migration 9999_more_shades timed out waiting for a table that other sessions are using (alter table leads',
      );
      expect(await columnsNamed(db, 'shade')).toEqual(['accounts']);
      await holder.end();
      await migrate(db, { steps });
      expect(await columnsNamed(db, 'shade')).toEqual(['accounts', 'leads', 'teams']);
    }));

  it('has its full retry time after a slow step', () =>
    withRunningServers(async ({ db, hold }) => {
      const slow = { tag: '9997_slow', statements: ['select pg_sleep(2.1)'] };
      const holder = await hold('select from leads');
      await migrate(db, {
        steps: [...MIGRATIONS, slow, ...steps.slice(-1)],
        retryTimeoutMs: 2_000,
        onWaiting: () => void holder.end(),
      });
      expect(await columnsNamed(db, 'shade')).toEqual(['leads', 'teams']);
    }));

  it('has no statement timeout, unlike a request', () =>
    withRunningServers(async ({ db }) => {
      const limit = sql`select current_setting('statement_timeout') as "limit"`;
      const statements = [`create table limits as select current_setting('statement_timeout') as "limit"`];
      await migrate(db, { steps: [...MIGRATIONS, { tag: '9999_limits', statements }] });
      expect(await queryRows(db, sql`select "limit" from limits`)).toEqual([{ limit: '0' }]);
      expect(await queryRows(db, limit)).toEqual([{ limit: '10s' }]);
    }));
});
