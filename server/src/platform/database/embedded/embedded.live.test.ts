import { existsSync, fsyncSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { openEmbeddedIn } from '../../../testing/database/embedded.ts';
import { scratchFolder } from '../../../testing/servers/local.ts';
import { calls, recordings } from '../schema.ts';
import { writeEmbedded } from '../write-probe.ts';
import { DURABLE_START_PARAMS, DurableFiles } from './durable-files.ts';
import { createEmbeddedDriver } from './embedded-driver.ts';
import { FolderInUse } from './folder-lock.ts';

it('the embedded database starts with recordings and demo data moved to the present, and moves it only once', async () => {
  const path = scratchFolder();
  const inAYear = Date.now() + 365 * 86_400_000;
  const first = await openEmbeddedIn(path, inAYear);
  const newest = async (db: typeof first.db) => {
    const rows = await db.select({ at: calls.started_at }).from(calls);
    return Math.max(...rows.map((row) => row.at.getTime()));
  };
  expect(Math.abs(inAYear - 26 * 60_000 - (await newest(first.db)))).toBeLessThan(2_000);
  const files = (await first.db.select().from(recordings)).map((row) => row.path ?? '');
  expect(files.filter((file) => !existsSync(join(path, 'recordings', file)))).toEqual([]);
  expect(files.length).toBeGreaterThan(8);
  const at = await newest(first.db);
  await first.close();
  const second = await openEmbeddedIn(path, inAYear + 86_400_000);
  expect(await newest(second.db)).toBe(at);
  await second.close();
});

it('the embedded database is created completely or not at all: an unfinished creation is repeated', async () => {
  const path = scratchFolder();
  mkdirSync(join(path, 'new/pg'), { recursive: true });
  writeFileSync(join(path, 'new/pg/PG_VERSION'), 'half');
  const { db, close } = await openEmbeddedIn(path);
  expect((await db.select().from(calls)).length).toBeGreaterThan(40);
  await close();
  expect(readdirSync(path).sort()).toEqual(['pg', 'recordings']);
});

it('the embedded database is opened by one process at a time, and others get an error', async () => {
  const path = scratchFolder();
  const { close } = await openEmbeddedIn(path);
  await expect(openEmbeddedIn(path)).rejects.toThrow(FolderInUse);
  await close();
  const again = await openEmbeddedIn(path);
  await again.close();
});

it.runIf(process.platform === 'linux')(
  'the embedded database syncs the write-ahead log before a commit is acknowledged, and the data files at a checkpoint',
  async () => {
    const path = scratchFolder();
    await (await openEmbeddedIn(path)).close();
    const synced: string[] = [];
    const files = new DurableFiles(join(path, 'pg'), (descriptor) => {
      synced.push(readlinkSync(`/proc/self/fd/${descriptor}`).slice(join(path, 'pg').length + 1));
      fsyncSync(descriptor);
    });
    const client = new PGlite({ fs: files, startParams: [...DURABLE_START_PARAMS] });
    await client.waitReady;
    for (let n = 0; n < 5; n += 1) {
      synced.length = 0;
      await client.query('insert into settings (key, value) values ($1, $1)', [`synced-${n}`]);
      expect(synced.length).toBeGreaterThan(0);
      for (const one of synced) expect(one).toMatch(/^pg_wal\/[0-9A-F]{24}$/);
    }
    synced.length = 0;
    await writeEmbedded(createEmbeddedDriver(client).db);
    expect(synced).toEqual([expect.stringMatching(/^pg_wal\//)]);
    synced.length = 0;
    await client.exec('checkpoint');
    expect(synced).toEqual(expect.arrayContaining([expect.stringMatching(/^base\//), 'pg_xact']));
    await client.close();
  },
);
