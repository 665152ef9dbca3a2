import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Database, queryRows } from './database.ts';
import type { OpenDatabase } from './embedded.ts';
import { migrate } from './migrate.ts';

/**
 * A pool of connections to PostgreSQL. A connection that breaks is replaced; the statement that was under way on it
 * fails, and so does its request.
 * @param url `postgres://user:password@host:port/database`
 * @param onLost is told once of each connection that broke while idle
 */
export async function openPostgres(url: string, onLost: (error: Error) => void): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
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
    await migrate(db);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { db, close: () => pool.end() };
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
