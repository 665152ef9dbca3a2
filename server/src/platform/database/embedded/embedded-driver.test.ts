import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { queryRows, transaction } from '../database.ts';
import { settings } from '../schema.ts';
import { createEmbeddedDriver, type EmbeddedDriver } from './embedded-driver.ts';
import { unpackFolder } from './pack.ts';

const folder = mkdtempSync(join(tmpdir(), 'offhook-driver-'));
let driver: EmbeddedDriver;
beforeAll(async () => {
  unpackFolder(inject('offhookTemplate'), folder);
  driver = createEmbeddedDriver(new PGlite(join(folder, 'pg')));
});
beforeEach(() => driver.run('delete from settings'));
afterAll(async () => {
  await driver.close();
  rmSync(folder, { recursive: true, force: true });
});

const put = (db: EmbeddedDriver['db'], key: string) => db.insert(settings).values({ key, value: 'set' });
const keys = async () => (await driver.db.select({ key: settings.key }).from(settings)).map(({ key }) => key);

it('the driver continues after a failed statement and reports its error', async () => {
  await put(driver.db, 'one');
  await expect(put(driver.db, 'one')).rejects.toMatchObject({ cause: { code: '23505' } });
  await expect(driver.db.execute(sql`select ${1}::integer / 0 as none`)).rejects.toMatchObject({
    cause: { code: '22012' },
  });
  await put(driver.db, 'two');
  expect(await keys()).toEqual(['one', 'two']);
});

it('a transaction with a failed prepared statement is rolled back', async () => {
  for (const key of ['a', 'b', 'c']) await put(driver.db, key);
  const work = transaction(driver.db, async (tx) => {
    await put(tx, 'd');
    await put(tx, 'a');
  });
  await expect(work).rejects.toMatchObject({ cause: { code: '23505' } });
  expect(await keys()).toEqual(['a', 'b', 'c']);
});

it('concurrent statements are run one after another', async () => {
  const results = Array.from({ length: 30 }, (_, n) =>
    n % 3 === 0
      ? transaction(driver.db, async (tx) => {
          await put(tx, `k${n}`);
          await tx
            .update(settings)
            .set({ value: 'twice' })
            .where(eq(settings.key, `k${n}`));
        })
      : put(driver.db, `k${n}`),
  );
  await Promise.all(results);
  const rows = await driver.db.select().from(settings);
  expect(rows).toHaveLength(30);
  expect(rows.filter(({ value }) => value === 'twice')).toHaveLength(10);
});

it('each statement is prepared once, up to a limit of statements', async () => {
  const prepared = async (like: string) =>
    (await queryRows(driver.db, sql`select 1 from pg_prepared_statements where statement like ${like}`))
      .length;
  for (let n = 0; n < 5; n += 1) await driver.query('select $1::integer as same', [n]);
  expect(await prepared('% as same')).toBe(1);
  for (let n = 0; n < 600; n += 1) {
    const [row] = await driver.query<{ sum: number }>(`select $1::integer + ${n} as sum`, [1]);
    expect(row?.sum).toBe(n + 1);
  }
  expect(await prepared('%')).toBe(500);
});

it('the event loop keeps running while many statements wait', async () => {
  let turns = 0;
  let stopped = false;
  const turn = () => {
    turns += 1;
    if (!stopped) setImmediate(turn);
  };
  turn();
  await Promise.all(Array.from({ length: 200 }, () => driver.db.execute(sql`select count(*) from settings`)));
  stopped = true;
  expect(turns).toBeGreaterThan(100);
});
