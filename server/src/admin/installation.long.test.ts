/** Backup and restore as they are typed, for an installation that moves: each makes a database, which takes seconds. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { verifyArchive } from '../store/archive.ts';
import { leads } from '../store/schema.ts';
import { ask, folder, openDemo, openRestored } from './test-installation.ts';

vi.setConfig({ testTimeout: 600_000 });

it('makes of an empty folder what a backup without keys and recordings holds, and backs it up where it has stopped', async () => {
  const dataFolder = folder();
  const archives = folder();
  await (await openDemo(dataFolder)).close();
  const bare = join(archives, 'bare.tar.gz');
  expect(await ask(dataFolder, 'backup', bare, '--without-keys', '--without-recordings')).toMatchObject({
    code: 0,
  });
  const kept = await verifyArchive(bare);

  const empty = join(folder(), 'elsewhere');
  mkdirSync(empty);
  expect(await ask(empty, 'restore', bare)).toMatchObject({ code: 0 });
  expect(readdirSync(empty).sort()).toEqual(['pg']);
  const moved = await openRestored(empty);
  expect((await moved.db.select({ id: leads.id }).from(leads)).length).toBe(
    kept.tables.find(({ name }) => name === 'leads')?.rows,
  );
  await moved.close();
  expect(await ask(empty, 'backup', join(archives, 'stopped.tar.gz'), '--json')).toMatchObject({ code: 0 });
  expect((await verifyArchive(join(archives, 'stopped.tar.gz'))).running).toBe(false);
});
