import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, expect, inject, it, onTestFinished } from 'vitest';
import { restore } from '../operations/backup/restore.ts';
import { readSequences, readTables, type Table } from '../operations/backup/table-rows.ts';
import { type Database, queryRows } from '../platform/database/database.ts';
import { openFolder } from '../platform/database/embedded/embedded.ts';
import { createEmbeddedDriver, type EmbeddedDriver } from '../platform/database/embedded/embedded-driver.ts';
import { migrate, schemaLevel } from '../platform/database/migrate.ts';
import { connectPostgres } from '../platform/database/postgres.ts';
import { webhookEndpoints } from '../platform/database/schema.ts';
import { openStoredSecrets, SEALS_FROM } from '../platform/secrets/open-stored-secrets.ts';
import { sealStoredSecrets } from '../platform/secrets/seal-stored-secrets.ts';
import { type DatabaseKind, onEachDatabase } from '../testing/database/database.ts';
import { dropDatabase, run } from '../testing/database/postgres.ts';
import { describeSchema } from '../testing/database/schema-text.ts';
import { scratchFolder } from '../testing/servers/local.ts';
import { emptyTarget, readAllRows, restoreOptions } from '../testing/storage/backup.ts';

const file = (name: string) => new URL(`../testing/database/${name}`, import.meta.url);
const FIRST_RELEASE = readFileSync(file('version-0.1.sql'), 'utf8');
const LATER_STEPS = readFileSync(file('after-version-0.1.sql'), 'utf8')
  .split(/^(?=-- \d{4}_)/m)
  .slice(1);

interface EmptyDatabase {
  readonly db: Database;
  run(statements: string): Promise<unknown>;
}

let embedded: EmbeddedDriver | undefined;
afterAll(() => embedded?.close());

async function emptyDatabase(kind: DatabaseKind): Promise<EmptyDatabase> {
  if (kind === 'embedded') {
    embedded ??= createEmbeddedDriver(new PGlite());
    await embedded.run('reset all; drop schema public cascade; create schema public');
    return embedded;
  }
  const url = (name: string) => (inject('offhookPostgres') ?? '').replace('{database}', name);
  const name = `upgraded_${randomBytes(8).toString('hex')}`;
  await run(url('postgres'), `create database ${name} template template0`);
  const pool = new pg.Pool({ connectionString: url(name), max: 1 });
  onTestFinished(async () => {
    await pool.end();
    await dropDatabase(url, name);
  });
  return { db: drizzle({ client: pool }), run: (statements) => pool.query(statements) };
}

async function firstRelease(kind: DatabaseKind, steps: readonly string[] = []) {
  const { db, run } = await emptyDatabase(kind);
  await run(FIRST_RELEASE);
  if (steps.length > 0) await run(steps.join(''));
  return { db, tables: await readTables(db) };
}

const schemaOf = async (db: Database) =>
  (await describeSchema(db)).replace(/^migration .*\n?/gm, '').trimEnd();

async function rowsOf(db: Database, tables: readonly Table[]): Promise<unknown> {
  const rows = await readAllRows(db, tables);
  // Tells how long older servers may run.
  const settings = rows.get('settings')?.filter((line) => !line.includes(SEALS_FROM)) ?? [];
  return [await readSequences(db), rows.set('settings', settings)];
}

async function newValues(db: Database, tables: readonly Table[]) {
  const old = new Map(tables.map(({ name, columns }) => [name, columns]));
  const newer = (await readTables(db)).map(({ name, columns }) => ({
    name,
    columns: columns.filter((column) => !old.get(name)?.includes(column)),
  }));
  return Object.fromEntries(
    await readAllRows(
      db,
      newer.filter(({ columns }) => columns.length > 0),
    ),
  );
}

/** Values that the added columns have in existing rows. */
const ADDED_VALUES = {
  accounts: Array.from(
    { length: 2 },
    () => '["{}","{}","600",null,null,"false","[]","en",null,"3","USD",null,"[]","{}","none","false"]',
  ),
  messages: ['[null]'],
  profiles: ['["false",null,"false",null,"none","30",null,null]'],
  sessions: ['[null,null,null,null,null]'],
  passkeys: [],
  totp_factors: [],
  recovery_codes: [],
  sign_in_steps: [],
  single_sign_on: [],
  sign_in_tokens: [],
  user_invitations: [],
  report_mails: [],
  report_mail_recipients: [],
  users: Array.from({ length: 2 }, () => '[null,null,null,"available",null,null,null,null,null]'),
  leads: Array.from({ length: 2 }, () => '[null,"[]",null]'),
  lead_import_lines: Array.from({ length: 2 }, () => '[null,"false",null]'),
  lead_import_plans: [],
  lead_import_mappings: [],
  call_users: ['[null,null,null,null,"false"]'],
  legs: ['[null,null]'],
  calls: Array.from({ length: 3 }, () => '[null,null,null,null,null,null,null,null,null]'),
  outward_events: Array.from({ length: 2 }, () => '[null]'),
  api_key_minutes: [],
  login_attempts: [],
  lead_consents: [],
  do_not_call_numbers: [],
  agent_statuses: [],
  agent_status_intervals: [],
  agent_call_times: [],
  recording_pauses: [],
  recording_analyses: [],
  recording_comments: [],
  external_links: [],
  greeting_files: [],
  scorecard_questions: [],
  scorecards: [],
  scorecard_answers: [],
  web_forms: [],
  planned_calls: Array.from({ length: 2 }, () => '[null,null]'),
};

const inOrder = (values: Record<string, readonly string[]>) =>
  Object.fromEntries(
    Object.entries(values).map(([table, lines]) => [
      table,
      lines.map((line) => (JSON.parse(line) as unknown[]).map(String).sort()),
    ]),
  );

onEachDatabase('a database of version 0.1', (open) => {
  it('is upgraded without data loss', async () => {
    const { db: current, kind } = await open();
    const { db, tables } = await firstRelease(kind);
    const before = await rowsOf(db, tables);
    // Every table needs a row, or the loss of the table would go unnoticed.
    expect([...(await readAllRows(db, tables))].filter(([, lines]) => lines.length === 0)).toEqual([]);
    await migrate(db);
    expect(await schemaOf(db)).toBe(await schemaOf(current));
    expect(await rowsOf(db, tables)).toEqual(before);
    expect(inOrder(await newValues(db, tables))).toEqual(inOrder(ADDED_VALUES));
    expect(await schemaLevel(db)).toEqual({ missing: [], unknown: [] });
    await migrate(db);
    expect(await rowsOf(db, tables)).toEqual(before);
  });

  it('is upgraded without data loss after each later migration step', async () => {
    const { db: current, kind } = await open();
    expect(LATER_STEPS).toHaveLength(7);
    const schema = await schemaOf(current);
    // The embedded database takes a second per state, so only the newest is tested.
    const states = LATER_STEPS.map((_, n) => n + 1).slice(kind === 'embedded' ? -1 : 0);
    for (const count of states) {
      const { db, tables } = await firstRelease(kind, LATER_STEPS.slice(0, count));
      const before = await rowsOf(db, tables);
      await migrate(db);
      expect(await schemaOf(db)).toBe(schema);
      expect(await rowsOf(db, tables)).toEqual(before);
      expect(await schemaLevel(db)).toEqual({ missing: [], unknown: [] });
    }
  });

  it('is restored without data loss from its own backup', async () => {
    const { db: current, kind } = await open();
    const { db, tables } = await firstRelease(kind);
    const target = await emptyTarget(kind);
    await restore({ ...restoreOptions(target, file('version-0.1.tar.gz').pathname), moved: true });
    const restored =
      kind === 'embedded'
        ? await openFolder(join(target.dataFolder, 'pg'))
        : await connectPostgres(target.databaseUrl);
    onTestFinished(() => restored.close());
    await restored.db.execute(sql`delete from audit_log where action = 'admin restore'`);
    const [sequences, rows] = (await rowsOf(restored.db, tables)) as [{ name: string }[], unknown];
    const [oldSequences, oldRows] = (await rowsOf(db, tables)) as [{ name: string }[], unknown];
    expect(rows).toEqual(oldRows);
    // The restore adds its own entry to the audit log.
    const others = (all: { name: string }[]) => all.filter(({ name }) => name !== 'audit_log_id_seq');
    expect(others(sequences)).toEqual(others(oldSequences));
    expect(inOrder(await newValues(restored.db, tables))).toEqual(inOrder(ADDED_VALUES));
    expect(await schemaOf(restored.db)).toBe(await schemaOf(current));
    expect(await schemaLevel(restored.db)).toEqual({ missing: [], unknown: [] });
    expect(readFileSync(join(target.dataFolder, 'recordings/100/141.wav'), 'utf8')).toBe('audio');
    expect(readFileSync(join(target.dataFolder, 'secrets.json'), 'utf8')).toBe('{"key":"one"}');
  });

  it('has no plain secret a day after its upgrade, when no older server can run', async () => {
    const { kind } = await open();
    const { db } = await firstRelease(kind);
    const plain = (await db.select().from(webhookEndpoints)).map(({ secret }) => secret);
    expect(plain.length).toBeGreaterThan(0);
    await migrate(db);
    let now = Date.now();
    const sources = {
      ...{ databaseUrl: 'postgres://shared', dataFolder: scratchFolder() },
      ...{ secretsKeys: [], sessionSecret: 'a secret outside the database' },
    };
    const secrets = await openStoredSecrets(db, sources, { now: () => now });
    expect(await sealStoredSecrets(db, secrets)).toMatchObject({ sealed: 0, plain: plain.length });
    expect((await db.select().from(webhookEndpoints)).map(({ secret }) => secret)).toEqual(plain);
    now += 25 * 3_600_000;
    expect(await sealStoredSecrets(db, secrets)).toEqual({ sealed: plain.length, plain: 0, unreadable: {} });
    const stored = await db.select().from(webhookEndpoints);
    for (const secret of plain) expect(JSON.stringify(stored)).not.toContain(secret);
    expect(stored.map(({ id, secret }) => secrets.open('destinations', id, secret)).sort()).toEqual(
      [...plain].sort(),
    );
  });

  it('is left unchanged if it is older than the release', async () => {
    const { kind } = await open();
    const { db, tables } = await firstRelease(kind);
    await db.execute(sql`delete from schema_steps where tag = '0011_third_matthew_murdock'`);
    const before = await rowsOf(db, tables);
    await expect(migrate(db)).rejects.toThrow('The database is older than version 0.1 of Offhook.');
    expect(await rowsOf(db, tables)).toEqual(before);
    expect(await queryRows(db, sql`select 1 from schema_steps where tag = '0019_baseline'`)).toEqual([]);
  });
});
