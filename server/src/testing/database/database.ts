// Tests use PostgreSQL if it's installed, else the embedded database, unless `OFFHOOK_TEST_DATABASE` selects one.
// `open()` returns a database that no other test uses at the same time, empty or with the demo world:
//     withDatabase('history', (open) => {
//       it('lists the newest call first', async () => {
//         const { db } = await open();
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
import {
  createEmbeddedDriver,
  type EmbeddedDriver,
} from '../../platform/database/embedded/embedded-driver.ts';
import { unpackFolder } from '../../platform/database/embedded/pack.ts';
import { openPostgres } from '../../platform/database/postgres.ts';
import { query, run } from './postgres.ts';
import { type RowSnapshot, snapshotRows } from './row-snapshot.ts';

export type DatabaseKind = 'embedded' | 'postgres';

declare module 'vitest' {
  interface ProvidedContext {
    offhookTemplate: string;
    /** URL of PostgreSQL, with `{database}` for the name; null if this run has none. */
    offhookPostgres: string | null;
    offhookDatabase: DatabaseKind;
  }
}

export interface TestDatabase {
  readonly db: Database;
  readonly kind: DatabaseKind;
  readonly recordingsFolder: string;
}

export type OpenTestDatabase = (options?: { demo?: boolean }) => Promise<TestDatabase>;

export function withDatabase(subject: string, tests: (open: OpenTestDatabase) => void): void {
  describe(subject, () => tests(inject('offhookDatabase') === 'postgres' ? postgres() : embedded()));
}

/**
 * For tests of what the two databases do differently: locks, transactions, migrations. All other tests run on the
 * embedded database in the long suite of that name.
 */
export function onEachDatabase(subject: string, tests: (open: OpenTestDatabase) => void): void {
  describe(`${subject} (embedded database)`, () => tests(embedded()));
  if (inject('offhookPostgres') !== null) describe(`${subject} (PostgreSQL)`, () => tests(postgres()));
}

/** For tests of embedded-only features, such as the folder. */
export function withEmbeddedDatabase(subject: string, tests: (open: OpenTestDatabase) => void): void {
  describe(subject, () => tests(embedded()));
}

interface Embedded {
  readonly driver: EmbeddedDriver;
  readonly folder: string;
  readonly rows: RowSnapshot;
}

/** One embedded database per worker, because starting it is slow. It ends with the process. */
let embeddedOfWorker: Promise<Embedded> | undefined;

async function startEmbedded(): Promise<Embedded> {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  unpackFolder(inject('offhookTemplate'), folder);
  const client = new PGlite(join(folder, 'pg'));
  await client.waitReady;
  const driver = createEmbeddedDriver(client);
  const rows = await snapshotRows(driver.db);
  await driver.run(rows.keep);
  return { driver, folder, rows };
}

function embedded(): OpenTestDatabase {
  let running: Embedded | undefined;
  beforeAll(async () => {
    embeddedOfWorker ??= startEmbedded();
    running = await embeddedOfWorker;
  });
  return async ({ demo = false } = {}) => {
    if (!running) throw new Error('open() can be called only in a test');
    const { driver, folder, rows } = running;
    await driver.run(demo ? rows.refill : rows.empty);
    return { db: driver.db, kind: 'embedded', recordingsFolder: join(folder, 'recordings') };
  };
}

interface Postgres extends OpenDatabase {
  readonly pool: pg.Pool;
  readonly name: string;
  readonly rows: RowSnapshot;
  opened: number;
}

/** One PostgreSQL database per worker. It's deleted with the PostgreSQL server after the run. */
let postgresOfWorker: Promise<Postgres> | undefined;

const READ_QUERIES_AFTER_MS = 3_000;
const IDLE_MS = 10_000 * Number(process.env['OFFHOOK_PATIENCE'] ?? 1);
const VACUUM_EVERY = 100;

const addressOf = (name: string) => (inject('offhookPostgres') ?? '').replace('{database}', name);

async function createPostgres(): Promise<Postgres> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(addressOf('postgres'), `create database ${name} template demo`);
  const { db, close } = await openPostgres(addressOf(name), () => undefined);
  const { $client: pool } = db as unknown as { readonly $client: pg.Pool };
  const rows = await snapshotRows(db);
  await pool.query(rows.keep);
  return { db, close, pool, name, rows, opened: 0 };
}

/** The first `open()` of a test resets the worker's database; later ones create a new database. */
function postgres(): OpenTestDatabase {
  let isUsed = false;
  async function openFirst(): Promise<Postgres> {
    postgresOfWorker ??= createPostgres();
    const database = await postgresOfWorker;
    isUsed = true;
    // Registered first, so it runs after the test's own cleanup.
    onTestFinished(async () => {
      isUsed = false;
      await waitUntilIdle(database);
    });
    return database;
  }
  async function createAnother(): Promise<Postgres> {
    const database = await createPostgres();
    onTestFinished(async () => {
      await database.close();
      await run(addressOf('postgres'), `drop database ${database.name} with (force)`);
    });
    return database;
  }
  return async ({ demo = false } = {}) => {
    const database = await (isUsed ? createAnother() : openFirst());
    await resetRows(database, demo);
    const { searchParams } = new URL(addressOf(database.name));
    return { db: database.db, kind: 'postgres', recordingsFolder: searchParams.get('host') ?? '' };
  };
}

async function resetRows(database: Postgres, demo: boolean): Promise<void> {
  const { pool, rows } = database;
  database.opened += 1;
  try {
    if (database.opened % VACUUM_EVERY === 0) {
      await pool.query(rows.empty);
      await pool.query(rows.vacuum);
    }
    await pool.query(demo ? rows.refill : rows.empty);
  } catch (error) {
    throw new Error(`The test database could not be reset because of ${await activeQueries(database)}`, {
      cause: error,
    });
  }
}

/** @throws if the test left statements running, which would affect the next test */
async function waitUntilIdle(database: Postgres): Promise<void> {
  const { pool } = database;
  const start = performance.now();
  let busy = '';
  while (pool.idleCount < pool.totalCount || pool.waitingCount > 0) {
    const waited = performance.now() - start;
    // Read before PostgreSQL ends idle transactions after 10 s, which would hide the cause.
    if (waited > READ_QUERIES_AFTER_MS && busy === '') busy = await activeQueries(database);
    if (waited > IDLE_MS) {
      postgresOfWorker = undefined;
      throw new Error(`The test left statements running on its database: ${busy}`);
    }
    await delay(2);
  }
}

async function activeQueries({ name }: Postgres): Promise<string> {
  const rows = await query(
    addressOf('postgres'),
    `select state, query from pg_stat_activity where datname = '${name}' and state <> 'idle'`,
  );
  return JSON.stringify(rows);
}
