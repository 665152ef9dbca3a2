import { randomBytes } from 'node:crypto';
import { expect, inject, it, onTestFinished } from 'vitest';
import { onEachDatabase } from '../../testing/database/database.ts';
import { run } from '../../testing/database/postgres.ts';
import { connectPostgres } from './postgres.ts';
import { settings } from './schema.ts';
import { createWriteProbe, writePostgres } from './write-probe.ts';

onEachDatabase('the write probe', (open) => {
  it('leaves no trace and writes once for concurrent checks', async () => {
    const { db } = await open();
    const probe = createWriteProbe(db);
    expect(probe()).toBe(probe());
    expect(await probe()).toBe(true);
    expect(await db.select().from(settings)).toEqual([]);
  });

  it('reports each write’s duration and whether it succeeded', async () => {
    const { db } = await open();
    const written: [number, boolean][] = [];
    const report = (seconds: number, succeeded: boolean) => written.push([seconds, succeeded]);
    await createWriteProbe(db, writePostgres, report)();
    const fail = () => Promise.reject(new Error('disk full'));
    await expect(createWriteProbe(db, fail, report)()).rejects.toThrow('disk full');
    expect(written.map(([, succeeded]) => succeeded)).toEqual([true, false]);
    expect(written.every(([seconds]) => seconds > 0 && seconds < 60)).toBe(true);
  });
});

it.skipIf(inject('offhookPostgres') === null).each([
  ['is read-only', 'default_transaction_read_only = on', '25006'],
  ['has no disk space left', 'temp_file_limit = 0', '53400'],
])('the write probe fails while PostgreSQL %s', async (_, setting, code) => {
  const url = (name: string) => (inject('offhookPostgres') ?? '').replace('{database}', name);
  const name = `probe_${randomBytes(8).toString('hex')}`;
  await run(url('postgres'), `create database ${name} template demo`);
  onTestFinished(() => run(url('postgres'), `drop database ${name} with (force)`));
  await run(url('postgres'), `alter database ${name} set ${setting}`);
  const limited = await connectPostgres(url(name));
  await expect(createWriteProbe(limited.db)()).rejects.toMatchObject({ cause: { code } });
  await limited.close();
});
