/**
 * Runs tests on every database there is:
 *
 *     forEachDatabase('history', (open) => {
 *       it('has the newest call first', async () => {
 *         const { db } = await open();
 *
 * `open()` gives a database that nobody else has, empty or with the demo world; it is closed after the test.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, inject } from 'vitest';
import { type Database, queryRows } from './database.ts';
import { driveEmbedded, type EmbeddedDriver } from './embedded-driver.ts';
import { unpackFolder } from './pack.ts';
import { openPostgres } from './postgres.ts';
import { run } from './test-postgres.ts';

/** Given by `test-setup.ts`. */
declare module 'vitest' {
  interface ProvidedContext {
    offhookTemplate: string;
    /** `null`: there is no PostgreSQL on this machine. */
    offhookPostgres: string | null;
  }
}

export interface TestDatabase {
  readonly db: Database;
  readonly kind: 'embedded' | 'postgres';
  /** Where the demo world's recordings are. */
  readonly recordingsFolder: string;
}

export type OpenTestDatabase = (options?: { demo?: boolean }) => Promise<TestDatabase>;

export function forEachDatabase(subject: string, tests: (open: OpenTestDatabase) => void): void {
  describe(`${subject} (embedded database)`, () => tests(embedded()));
  if (inject('offhookPostgres') !== null) describe(`${subject} (PostgreSQL)`, () => tests(postgres()));
}

/** For what no database could make different. */
export function withEmbeddedDatabase(subject: string, tests: (open: OpenTestDatabase) => void): void {
  describe(subject, () => tests(embedded()));
}

interface Embedded {
  readonly driver: EmbeddedDriver;
  readonly folder: string;
  readonly empty: string;
  readonly fill: string;
}

/** One embedded database for all files of a worker: to start it is what takes time. It ends with its process. */
let ofThisWorker: Promise<Embedded> | undefined;

async function startEmbedded(): Promise<Embedded> {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  unpackFolder(inject('offhookTemplate'), folder);
  const client = new PGlite(join(folder, 'pg'));
  await client.waitReady;
  const driver = driveEmbedded(client);
  const names = await tables(driver.db);
  await driver.run(keepRows(names));
  return { driver, folder, empty: emptyRows(names), fill: fillRows(names) };
}

/** Each `open()` begins from the same rows. */
function embedded(): OpenTestDatabase {
  let running: Embedded | undefined;
  beforeAll(async () => {
    ofThisWorker ??= startEmbedded();
    running = await ofThisWorker;
  });
  return async ({ demo = false } = {}) => {
    if (!running) throw new Error('open() is for tests, not for their collection');
    const { driver, folder, empty, fill } = running;
    await driver.run(demo ? `${empty};${fill}` : empty);
    return { db: driver.db, kind: 'embedded', recordingsFolder: join(folder, 'recordings') };
  };
}

/** A database of its own for each `open()`, copied from one that is filled. */
function postgres(): OpenTestDatabase {
  const opened: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
  });
  return async ({ demo = false } = {}) => {
    const template = inject('offhookPostgres') ?? '';
    const url = (name: string) => template.replace('{database}', name);
    const name = `t_${randomBytes(8).toString('hex')}`;
    await run(url('postgres'), `create database ${name} template demo`);
    const { db, close } = await openPostgres(url(name), () => undefined);
    if (!demo) await run(url(name), emptyRows(await tables(db)));
    opened.push(async () => {
      await close();
      await run(url('postgres'), `drop database ${name} with (force)`);
    });
    return { db, kind: 'postgres', recordingsFolder: new URL(url(name)).searchParams.get('host') ?? '' };
  };
}

const KEPT = 'kept_for_tests';

/** Copies of all rows, and where the ids stand. */
function keepRows(names: readonly string[]): string {
  return [
    `create schema ${KEPT}`,
    ...names.map((name) => `create table ${KEPT}.${name} as table ${name}`),
    `create table ${KEPT}.sequences as select sequencename as name, last_value
       from pg_sequences where schemaname = 'public' and last_value is not null`,
  ].join(';');
}

/** Ids begin again where a new database's do. Deleting a few rows is quicker than truncating: no files are made. */
function emptyRows(names: readonly string[]): string {
  return [
    // Rows refer to each other in many ways; all of them go.
    'set session_replication_role = replica',
    ...names.map((name) => `delete from ${name}`),
    'set session_replication_role = origin',
    `select setval(sequencename::regclass, start_value, false) from pg_sequences where schemaname = 'public'`,
  ].join(';');
}

function fillRows(names: readonly string[]): string {
  return [
    'set session_replication_role = replica',
    ...names.map((name) => `insert into ${name} select * from ${KEPT}.${name}`),
    'set session_replication_role = origin',
    `select setval(name::regclass, last_value) from ${KEPT}.sequences`,
  ].join(';');
}

async function tables(db: Database): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_steps' order by 1`,
  );
  return rows.map((row) => row.name);
}
