/**
 * The database of the tests: PostgreSQL where it is installed, else the embedded one, or as `OFFHOOK_TEST_DATABASE` says
 * (`postgres` or `embedded`).
 *
 *     withDatabase('history', (open) => {
 *       it('has the newest call first', async () => {
 *         const { db } = await open();
 *
 * `open()` gives a database that no other test uses meanwhile, empty or with the demo world.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { beforeAll, describe, inject, onTestFinished } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import type { OpenDatabase } from '../../platform/database/embedded/embedded.ts';
import { driveEmbedded, type EmbeddedDriver } from '../../platform/database/embedded/embedded-driver.ts';
import { unpackFolder } from '../../platform/database/embedded/pack.ts';
import { openPostgres } from '../../platform/database/postgres.ts';
import { ask, run } from './postgres.ts';
import { type KeptRows, keptRows } from './rows.ts';

export type DatabaseKind = 'embedded' | 'postgres';

/** Given by `test-setup.ts`. */
declare module 'vitest' {
  interface ProvidedContext {
    offhookTemplate: string;
    /** Address of a PostgreSQL, with `{database}` for the name; `null`: there is none in this run. */
    offhookPostgres: string | null;
    /** What `withDatabase` runs on. */
    offhookDatabase: DatabaseKind;
  }
}

export interface TestDatabase {
  readonly db: Database;
  readonly kind: DatabaseKind;
  /** Where the demo world's recordings are. */
  readonly recordingsFolder: string;
}

export type OpenTestDatabase = (options?: { demo?: boolean }) => Promise<TestDatabase>;

/** Tests on the database of this run. */
export function withDatabase(subject: string, tests: (open: OpenTestDatabase) => void): void {
  describe(subject, () => tests(inject('offhookDatabase') === 'postgres' ? postgres() : embedded()));
}

/** Tests of what the two databases could do differently: locks, transactions, order, time, the schema. */
export function onEachDatabase(subject: string, tests: (open: OpenTestDatabase) => void): void {
  describe(`${subject} (embedded database)`, () => tests(embedded()));
  if (inject('offhookPostgres') !== null) describe(`${subject} (PostgreSQL)`, () => tests(postgres()));
}

/** Tests of what only the embedded database has, such as its folder. */
export function withEmbeddedDatabase(subject: string, tests: (open: OpenTestDatabase) => void): void {
  describe(subject, () => tests(embedded()));
}

interface Embedded {
  readonly driver: EmbeddedDriver;
  readonly folder: string;
  readonly rows: KeptRows;
}

/** One embedded database for all files of a worker: to start it is what takes time. It ends with its process. */
let embeddedOfWorker: Promise<Embedded> | undefined;

async function startEmbedded(): Promise<Embedded> {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  unpackFolder(inject('offhookTemplate'), folder);
  const client = new PGlite(join(folder, 'pg'));
  await client.waitReady;
  const driver = driveEmbedded(client);
  const rows = await keptRows(driver.db);
  await driver.run(rows.keep);
  return { driver, folder, rows };
}

/** Each `open()` begins from the same rows. */
function embedded(): OpenTestDatabase {
  let running: Embedded | undefined;
  beforeAll(async () => {
    embeddedOfWorker ??= startEmbedded();
    running = await embeddedOfWorker;
  });
  return async ({ demo = false } = {}) => {
    if (!running) throw new Error('open() is for tests, not for their collection');
    const { driver, folder, rows } = running;
    await driver.run(demo ? rows.refill : rows.empty);
    return { db: driver.db, kind: 'embedded', recordingsFolder: join(folder, 'recordings') };
  };
}

interface Postgres extends OpenDatabase {
  readonly pool: pg.Pool;
  readonly name: string;
  readonly rows: KeptRows;
  opened: number;
}

/** One database of PostgreSQL for all files of a worker. It goes with its server, after the run. */
let postgresOfWorker: Promise<Postgres> | undefined;

/** A transaction that is still open after so long was forgotten by its test. */
const LOOK_MS = 3_000;
const IDLE_MS = 10_000 * Number(process.env['OFFHOOK_PATIENCE'] ?? 1);
const VACUUM_EVERY = 100;

const addressOf = (name: string) => (inject('offhookPostgres') ?? '').replace('{database}', name);

async function makePostgres(): Promise<Postgres> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(addressOf('postgres'), `create database ${name} template demo`);
  const { db, close } = await openPostgres(addressOf(name), () => undefined);
  const { $client: pool } = db as unknown as { readonly $client: pg.Pool };
  const rows = await keptRows(db);
  await pool.query(rows.keep);
  return { db, close, pool, name, rows, opened: 0 };
}

/** The first `open()` of a test has the worker's database, from the same rows each time; a further one a new database. */
function postgres(): OpenTestDatabase {
  let isUsed = false;
  async function first(): Promise<Postgres> {
    postgresOfWorker ??= makePostgres();
    const database = await postgresOfWorker;
    isUsed = true;
    // What a test has begun ends before this, which was said first.
    onTestFinished(async () => {
      isUsed = false;
      await untilIdle(database);
    });
    return database;
  }
  async function further(): Promise<Postgres> {
    const database = await makePostgres();
    onTestFinished(async () => {
      await database.close();
      await run(addressOf('postgres'), `drop database ${database.name} with (force)`);
    });
    return database;
  }
  return async ({ demo = false } = {}) => {
    const database = await (isUsed ? further() : first());
    await beginAgain(database, demo);
    const { searchParams } = new URL(addressOf(database.name));
    return { db: database.db, kind: 'postgres', recordingsFolder: searchParams.get('host') ?? '' };
  };
}

async function beginAgain(database: Postgres, demo: boolean): Promise<void> {
  const { pool, rows } = database;
  database.opened += 1;
  try {
    if (database.opened % VACUUM_EVERY === 0) {
      await pool.query(rows.empty);
      await pool.query(rows.vacuum);
    }
    await pool.query(demo ? rows.refill : rows.empty);
  } catch (error) {
    throw new Error(`The database of the tests could not begin again beside ${await busyIn(database)}`, {
      cause: error,
    });
  }
}

/** @throws when a test has ended and left something under way, which would hold up the next test or change its rows */
async function untilIdle(database: Postgres): Promise<void> {
  const { pool } = database;
  const began = performance.now();
  let busy = '';
  while (pool.idleCount < pool.totalCount || pool.waitingCount > 0) {
    const waited = performance.now() - began;
    // PostgreSQL ends what stands still for 10 s, and with it goes every sign of what it was.
    if (waited > LOOK_MS && busy === '') busy = await busyIn(database);
    if (waited > IDLE_MS) {
      // The next test has a database of its own.
      postgresOfWorker = undefined;
      throw new Error(`The test has left its database in use: ${busy}`);
    }
    await delay(2);
  }
}

async function busyIn({ name }: Postgres): Promise<string> {
  const rows = await ask(
    addressOf('postgres'),
    `select state, query from pg_stat_activity where datname = '${name}' and state <> 'idle'`,
  );
  return JSON.stringify(rows);
}
