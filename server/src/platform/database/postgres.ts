import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Database, errorCode, queryRows } from './database.ts';
import type { OpenDatabase } from './embedded/embedded.ts';
import { migrate, SchemaInUse } from './migrate.ts';

export class DatabaseUnavailable extends Error {
  readonly reason: string;
  readonly isTemporary: boolean;

  constructor(reason: string, isTemporary: boolean) {
    super(`Can't use the PostgreSQL database at DATABASE_URL: ${reason}.`);
    this.name = 'DatabaseUnavailable';
    this.reason = reason;
    this.isTemporary = isTemporary;
  }
}

export interface ConnectWait {
  readonly ms: number;
  readonly onWaiting: (reason: string) => void;
}

const RETRY_MS = 250;

/**
 * A broken connection is replaced; its current statement and request fail. Throws DatabaseUnavailable if no
 * connection succeeds within `connectWait`, or a schema step can't get its locks.
 */
export async function openPostgres(
  url: string,
  onLost: (error: Error) => void,
  connectWait: ConnectWait | null = null,
): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // If a firewall dropped the idle connection during a long schema step, startup would hang.
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    // Compiling a statement takes ten times as long as any of ours.
    options: '-c jit=off',
  });
  // An unhandled 'error' event on a connection in use would crash the process. It may fire twice.
  pool.on('connect', (client) => {
    client.once('error', onLost);
    client.on('error', () => undefined);
  });
  pool.on('error', () => undefined);
  const db = drizzle({ client: pool });
  try {
    await waitForConnection(pool, connectWait);
    await migrate(db, connectWait === null ? {} : { onWaiting: connectWait.onWaiting });
  } catch (error) {
    await pool.end();
    throw error instanceof SchemaInUse ? new DatabaseUnavailable(error.message, true) : error;
  }
  return { db, close: () => pool.end() };
}

async function waitForConnection(pool: pg.Pool, connectWait: ConnectWait | null): Promise<void> {
  const end = performance.now() + (connectWait?.ms ?? 0);
  for (let isFirst = true; ; isFirst = false) {
    try {
      const client = await pool.connect();
      client.release();
      return;
    } catch (error) {
      const reason = describeError(error);
      if (connectWait === null || !mayBeTemporary(error) || performance.now() >= end) {
        throw new DatabaseUnavailable(reason, mayBeTemporary(error));
      }
      if (isFirst) connectWait.onWaiting(reason);
      await delay(RETRY_MS);
    }
  }
}

function mayBeTemporary(error: unknown): boolean {
  const code = errorCode(error);
  // The pool's own timeout has no code.
  if (code === '') return true;
  // ERR_ codes are Node's, for certificates or addresses: they're permanent.
  return /^(E(?!RR_)[A-Z_]+|57P03)$/.test(code);
}

function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message || errorCode(error) || 'no reason given';
}

export async function connectPostgres(url: string): Promise<OpenDatabase> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  client.on('error', () => undefined);
  return { db: drizzle({ client }), close: () => client.end() };
}

export async function hasOtherConnections(db: Database): Promise<boolean> {
  const [others] = await queryRows<{ are: boolean }>(
    db,
    sql`select exists (select 1 from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and backend_type = 'client backend') as are`,
  );
  return others?.are === true;
}
