/** Backups of an embedded database, and empty databases of both kinds as restore targets. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { expect, inject, onTestFinished } from 'vitest';
import { forEachEntry, type Manifest, readText, writeArchive } from '../../operations/backup/archive.ts';
import { createBackup } from '../../operations/backup/backup.ts';
import { type RestoreOptions, restore } from '../../operations/backup/restore.ts';
import { readRows, readTables, type Table } from '../../operations/backup/table-rows.ts';
import { type Database, transaction } from '../../platform/database/database.ts';
import { openFolder } from '../../platform/database/embedded/embedded.ts';
import { connectPostgres, openPostgres } from '../../platform/database/postgres.ts';
import { leads, recordings } from '../../platform/database/schema.ts';
import { change } from '../app/rows.ts';
import type { DatabaseKind } from '../database/database.ts';
import { dropDatabase, run } from '../database/postgres.ts';
import { scratchFolder } from '../servers/local.ts';

export interface Target {
  readonly dataFolder: string;
  readonly databaseUrl: string;
  open(): Promise<Database>;
}

/** An empty target. Opened databases are closed after the test's own servers. */
export async function emptyTarget(kind: DatabaseKind): Promise<Target> {
  const dataFolder = join(scratchFolder(), 'data');
  if (kind === 'embedded')
    return {
      dataFolder,
      databaseUrl: '',
      async open() {
        const opened = await openFolder(join(dataFolder, 'pg'));
        onTestFinished(() => opened.close());
        return opened.db;
      },
    };
  const url = (name: string) => (inject('offhookPostgres') ?? '').replace('{database}', name);
  const name = `restored_${process.pid}_${Date.now()}`;
  await run(url('postgres'), `create database ${name} template template0`);
  onTestFinished(() => dropDatabase(url, name));
  return {
    dataFolder,
    databaseUrl: url(name),
    async open() {
      const opened = await openPostgres(url(name), () => undefined);
      onTestFinished(() => opened.close());
      return opened.db;
    },
  };
}

export const TARGETS: readonly DatabaseKind[] =
  inject('offhookPostgres') === null ? ['embedded'] : ['embedded', 'postgres'];

export const FASTEST_TARGET = TARGETS.slice(-1);

export function restoreOptions(
  target: Pick<Target, 'dataFolder' | 'databaseUrl'>,
  file: string,
): RestoreOptions {
  const { dataFolder, databaseUrl } = target;
  return { dataFolder, databaseUrl, file, replaceExisting: false, moved: false, now: Date.now, who: 'ada' };
}

export function backUp(db: Database, dataFolder: string, file: string, running: boolean): Promise<Manifest> {
  const database = 'embedded' as const;
  return createBackup({
    db,
    database,
    dataFolder,
    file,
    running,
    now: Date.now(),
    withRecordings: true,
    withKeys: true,
  });
}

export async function readAllRows(db: Database, tables?: readonly Table[]): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>();
  await transaction(db, async (tx) => {
    for (const table of tables ?? (await readTables(tx))) {
      const lines: string[] = [];
      for await (const piece of readRows(tx, table)) lines.push(...piece.lines.trimEnd().split('\n'));
      all.set(table.name, lines.sort());
    }
  });
  return all;
}

/** Restores through a chain of databases, each from a backup of the previous one. */
export async function expectFullRestore(db: Database, kinds: readonly DatabaseKind[]): Promise<void> {
  const source = scratchFolder();
  // Values that are hard to serialize: bytes, arrays, microseconds, quotes, line breaks.
  await change(db, leads, eq(leads.phone_number, '+14155550100'), { fname: 'Zo"e\n\\ ☎\t', lname: "'; --" });
  await db.execute(
    sql`insert into lead_imports (id, account_id, status, ended_at) values (7, 100, 'complete', '2026-01-02 03:04:05.678901+00')`,
  );
  await db.execute(
    sql`insert into lead_import_parts (import_id, n, bytes) values (7, 0, '\\x00ff0a5c'::bytea)`,
  );
  await db.execute(
    sql`insert into lead_consents (lead_id, channel, text, given_at, api_key_id, fingerprint)
      select lead.id, 'both', 'I "agree".', '2026-01-02 03:04:05.678901+00', key.id, 'x'
      from leads lead, api_keys key where lead.account_id = 100 and key.account_id = 100 limit 1`,
  );
  await db.execute(
    sql`update users set permissions = array['app-sms', 'a "quoted", one'] where email = 'agent@demo.test'`,
  );
  const [recorded] = await db.select().from(recordings).limit(1);
  await db.update(recordings).set({ path: null });
  await change(db, recordings, recorded?.id ?? 0, { path: '100/a.wav' });
  mkdirSync(join(source, 'recordings/100'), { recursive: true });
  writeFileSync(join(source, 'recordings/100/a.wav'), 'audio');
  await db.execute(
    sql`insert into greeting_files (id, account_id, milliseconds, bytes, path) values ('g', 100, 1, 8, 'greetings/g.wav')`,
  );
  await db.execute(sql`update profiles set welcome_file = 'g' where account_id = 100`);
  mkdirSync(join(source, 'recordings/greetings'), { recursive: true });
  writeFileSync(join(source, 'recordings/greetings/g.wav'), 'greeting');
  writeFileSync(join(source, 'secrets.json'), '{"key":"one"}');
  let file = join(scratchFolder(), 'first.tar.gz');
  await backUp(db, source, file, false);
  const before = await readAllRows(db);
  for (const kind of kinds) {
    const target = await emptyTarget(kind);
    await restore({ ...restoreOptions(target, file), moved: true });
    const restored =
      kind === 'embedded'
        ? await openFolder(join(target.dataFolder, 'pg'))
        : await connectPostgres(target.databaseUrl);
    const after = await readAllRows(restored.db);
    for (const [name, lines] of before) {
      const kept =
        name === 'audit_log'
          ? after.get(name)?.filter((line) => !line.includes('admin restore'))
          : after.get(name);
      expect([name, kept]).toEqual([name, lines]);
    }
    expect(readFileSync(join(target.dataFolder, 'recordings/100/a.wav'), 'utf8')).toBe('audio');
    expect(readFileSync(join(target.dataFolder, 'recordings/greetings/g.wav'), 'utf8')).toBe('greeting');
    expect(readFileSync(join(target.dataFolder, 'secrets.json'), 'utf8')).toBe('{"key":"one"}');
    expect(readdirSync(target.dataFolder).sort()).toEqual([
      ...(kind === 'embedded' ? ['pg'] : []),
      'recordings',
      'secrets.json',
    ]);
    file = join(scratchFolder(), 'next.tar.gz');
    await db.execute(sql`delete from audit_log where action = 'admin restore'`);
    await restored.db.execute(sql`delete from audit_log where action = 'admin restore'`);
    await backUp(restored.db, target.dataFolder, file, false);
    await restored.close();
  }
}

export async function expectDamagedBackupsRejected(db: Database, kind: DatabaseKind): Promise<void> {
  const source = scratchFolder();
  const file = join(scratchFolder(), 'whole.tar.gz');
  const manifest = await backUp(db, source, file, true);
  const whole = readFileSync(file);
  const plain = gunzipSync(whole);
  const flipped = Buffer.from(plain);
  const at = flipped.indexOf('agent@demo.test');
  flipped.write('Agent', at);
  const rewritten = async (change: (manifest: Manifest) => Partial<Manifest>, name?: string) => {
    const draft = join(scratchFolder(), 'other.tar.gz');
    const contents: [string, string][] = [];
    await forEachEntry(file, async (entry) => {
      contents.push([entry.name, await readText(entry.content)]);
    });
    await writeArchive(draft, async (archive) => {
      for (const [own, text] of contents)
        if (own !== 'backup.json' && own !== 'manifest.json') await archive.add(own, text);
      if (name) await archive.add(name, 'x');
      return { ...manifest, ...change(manifest) };
    });
    return readFileSync(draft);
  };
  const [table] = manifest.tables.filter(({ name }) => name === 'leads');
  const cases: [string, Buffer, RegExp][] = [
    ['half of the archive', whole.subarray(0, whole.length / 2), /damaged or incomplete/],
    ['an archive without its last bytes', whole.subarray(0, -20), /damaged or incomplete/],
    ['an empty file', Buffer.alloc(0), /its end is missing|incomplete/],
    ["a file that isn't an archive", Buffer.from('hello'), /damaged/],
    ['a changed row', gzipSync(flipped), /does not match its manifest/],
    ['a file outside the folder', await rewritten(() => ({}), '../outside'), /unsafe path/],
    [
      'an unknown migration step',
      await rewritten(({ steps }) => ({ steps: [...steps, '9999_x'] })),
      /newer version/,
    ],
    [
      'more rows than the manifest lists',
      await rewritten(({ tables }) => ({
        tables: tables.map((one) => (one === table || one.name === 'leads' ? { ...one, rows: 1 } : one)),
      })),
      /rows of leads, but/,
    ],
  ];
  const target = await emptyTarget(kind);
  for (const [name, bytes, message] of cases) {
    const bad = join(scratchFolder(), 'bad.tar.gz');
    writeFileSync(bad, bytes);
    await expect(restore(restoreOptions(target, bad)), name).rejects.toThrow(message);
    expect(existsSync(target.dataFolder) ? readdirSync(target.dataFolder) : [], name).toEqual([]);
  }
  await expect(restore({ ...restoreOptions(target, file), moved: true })).rejects.toThrow(
    /Offhook was running/,
  );
  await expect(restore(restoreOptions(target, join(target.dataFolder, 'none')))).rejects.toThrow(/ENOENT/);
}
