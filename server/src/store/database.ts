/** What the rest of the server knows of a database: the same for the embedded one and for PostgreSQL. */
import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A connection or an open transaction. */
export type Database = PgDatabase<PgQueryResultHKT>;

/**
 * All or nothing. The embedded database has one connection: inside, use `tx` only (the outer `db` would wait for
 * ever) and await nothing but the database.
 */
export function transaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(work);
}

/** Rows of a hand-written statement. Both drivers answer `{rows}`; the caller names the columns it selected. */
export async function queryRows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as { rows: Row[] };
  return result.rows;
}
