import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { codeOf, type Database, queryRows } from './database.ts';
import type { OpenDatabase } from './embedded/embedded.ts';
import { migrate, SchemaInUse } from './migrate.ts';

/** PostgreSQL cannot be reached, lets nobody in, or its tables stay in use; the message is a sentence without the password. */
export class DatabaseRefused extends Error {
  readonly reason: string;
  /** It may be otherwise after a while: it is not there yet, or its tables are in use. */
  readonly mayPass: boolean;

  constructor(reason: string, mayPass: boolean) {
    super(`PostgreSQL, at DATABASE_URL, cannot be used: ${reason}.`);
    this.name = 'DatabaseRefused';
    this.reason = reason;
    this.mayPass = mayPass;
  }
}

/** For how long a PostgreSQL that is not there yet is waited for: it may start beside its server. */
export interface Patience {
  readonly ms: number;
  /** Is told once, when the wait begins, and of each step of the schema that waits for others. */
  readonly onWaiting: (reason: string) => void;
}

const TRY_AGAIN_MS = 250;

/**
 * A pool of connections to PostgreSQL. A connection that breaks is replaced; the statement that was under way on it
 * fails, and so does its request.
 * @param url `postgres://user:password@host:port/database`
 * @param onLost is told once of each connection that broke while idle
 * @throws DatabaseRefused when there is no connection, none came within `patience`, or a step of the schema waits in vain
 */
export async function openPostgres(
  url: string,
  onLost: (error: Error) => void,
  patience: Patience | null = null,
): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // A step of the schema may last, and who cuts quiet connections would leave its start waiting for ever.
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  // A connection in use has no listener of the pool's, and an event without a listener ends the process. One that
  // ends may say so twice.
  pool.on('connect', (client) => {
    client.once('error', onLost);
    client.on('error', () => undefined);
  });
  // The connection has told it already.
  pool.on('error', () => undefined);
  const db = drizzle({ client: pool });
  try {
    await untilLetIn(pool, patience);
    await migrate(db, patience === null ? {} : { onWaiting: patience.onWaiting });
  } catch (error) {
    await pool.end();
    throw error instanceof SchemaInUse ? new DatabaseRefused(error.message, true) : error;
  }
  return { db, close: () => pool.end() };
}

async function untilLetIn(pool: pg.Pool, patience: Patience | null): Promise<void> {
  const end = performance.now() + (patience?.ms ?? 0);
  for (let isFirst = true; ; isFirst = false) {
    try {
      const client = await pool.connect();
      client.release();
      return;
    } catch (error) {
      const reason = reasonOf(error);
      if (patience === null || !mayPass(error) || performance.now() >= end) {
        throw new DatabaseRefused(reason, mayPass(error));
      }
      if (isFirst) patience.onWaiting(reason);
      await delay(TRY_AGAIN_MS);
    }
  }
}

/** Nothing listens there yet, its name is not known yet, or it is starting. */
function mayPass(error: unknown): boolean {
  const code = codeOf(error);
  // The pool's own limit of time has no code.
  if (code === '') return true;
  // What begins with ERR_ is Node's own word on a certificate or an address: it stays as it is.
  return /^(E(?!RR_)[A-Z_]+|57P03)$/.test(code);
}

/** Several addresses that all refuse are one error without words. */
function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words || codeOf(error) || 'no reason given';
}

/** One connection for work that takes long: without limits of time, at whatever schema is there. */
export async function connectPostgres(url: string): Promise<OpenDatabase> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  client.on('error', () => undefined);
  return { db: drizzle({ client }), close: () => client.end() };
}

/** Whether anybody else is connected: a server holds connections as long as it lives. */
export async function isUsed(db: Database): Promise<boolean> {
  const [others] = await queryRows<{ are: boolean }>(
    db,
    sql`select exists (select 1 from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and backend_type = 'client backend') as are`,
  );
  return others?.are === true;
}
