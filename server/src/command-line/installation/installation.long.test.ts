/** Backup and restore, with and without a running server. Each test creates a database, which takes seconds. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { verifyArchive } from '../../operations/backup/archive.ts';
import { leads, settings } from '../../platform/database/schema.ts';
import { serveCopyRequest } from './run-installation.ts';
import { listenForAdmin } from './socket.ts';
import { createFolder, openDemo, openRestored, runCommand } from './test-installation.ts';

vi.setConfig({ testTimeout: 600_000 });

it('a running server is backed up, and a restore needs a stopped installation that is empty, or --replace', async () => {
  const dataFolder = createFolder();
  const archives = createFolder();
  const product = await openDemo(dataFolder);
  await product.db
    .insert(settings)
    .values({ key: 'session_secret', value: 'a secret' })
    .onConflictDoNothing();
  writeFileSync(join(dataFolder, 'secrets.json'), '{}');
  const socket = await listenForAdmin(
    dataFolder,
    async (line, who) =>
      (await serveCopyRequest(product.db, dataFolder, line, who, Date.now())) ?? {
        code: 1,
        out: '',
        err: 'not a copy',
      },
  );
  const whole = join(archives, 'whole.tar.gz');
  const bare = join(archives, 'bare.tar.gz');
  expect(await runCommand(dataFolder, 'backup', whole)).toMatchObject({ code: 0, err: '' });
  expect(
    await runCommand(dataFolder, 'backup', bare, '--without-keys', '--without-recordings'),
  ).toMatchObject({
    code: 0,
  });
  expect(await runCommand(dataFolder, 'backup', whole), 'no archive is overwritten').toMatchObject({
    code: 1,
    err: expect.stringContaining('already exists'),
  });
  expect(existsSync(join(dataFolder, 'snapshot')), 'the copy is removed').toBe(false);
  expect(readdirSync(archives).sort()).toEqual(['bare.tar.gz', 'whole.tar.gz']);
  if (process.platform === 'linux') expect(statSync(whole).mode & 0o077).toBe(0);
  const [full, slim] = [await verifyArchive(whole), await verifyArchive(bare)];
  const settingCount = ({ tables }: typeof full) => tables.find(({ name }) => name === 'settings')?.rows ?? 0;
  expect([full.running, full.keys, slim.keys, slim.recordings.included]).toEqual([true, true, false, false]);
  expect(settingCount(slim)).toBe(settingCount(full) - 1);
  expect(full.recordings.files).toBeGreaterThan(0);

  expect(await runCommand(dataFolder, 'restore', whole, '--replace')).toMatchObject({
    code: 1,
    err: expect.stringContaining('in use by another process'),
  });
  await product.db.delete(settings);
  await socket.close();
  await product.close();
  expect(await runCommand(dataFolder, 'restore', whole)).toMatchObject({
    code: 1,
    err: expect.stringContaining('--replace'),
  });
  expect(await runCommand(dataFolder, 'restore', whole, '--replace')).toMatchObject({
    code: 0,
    out: expect.stringContaining('scheduled_calls_kept'),
  });
  const again = await openRestored(dataFolder);
  expect((await again.db.select().from(settings)).map(({ key }) => key)).toContain('session_secret');
  await again.close();
});

it('a backup without keys and recordings is restored into an empty folder, and a stopped installation is backed up', async () => {
  const dataFolder = createFolder();
  const archives = createFolder();
  await (await openDemo(dataFolder)).close();
  const bare = join(archives, 'bare.tar.gz');
  expect(
    await runCommand(dataFolder, 'backup', bare, '--without-keys', '--without-recordings'),
  ).toMatchObject({
    code: 0,
  });
  const manifest = await verifyArchive(bare);

  const empty = join(createFolder(), 'elsewhere');
  mkdirSync(empty);
  expect(await runCommand(empty, 'restore', bare)).toMatchObject({ code: 0 });
  expect(readdirSync(empty).sort()).toEqual(['pg']);
  const moved = await openRestored(empty);
  expect((await moved.db.select({ id: leads.id }).from(leads)).length).toBe(
    manifest.tables.find(({ name }) => name === 'leads')?.rows,
  );
  await moved.close();
  expect(await runCommand(empty, 'backup', join(archives, 'stopped.tar.gz'), '--json')).toMatchObject({
    code: 0,
  });
  expect((await verifyArchive(join(archives, 'stopped.tar.gz'))).running).toBe(false);
});
