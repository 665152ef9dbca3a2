/** What the rest of the server knows of a database: the same for the embedded one and for PostgreSQL. */
import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core';
import pLimit from 'p-limit';

/** A connection or an open transaction. */
export type Database = PgDatabase<PgQueryResultHKT>;

/**
 * All or nothing. The embedded database has one connection: inside, use `tx` only (the outer `db` would wait for
 * ever) and await nothing but the database.
 */
export function transaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(work);
}

/**
 * The same database for work of which hundreds may come at once: of its transactions only so many are open or wait for
 * a connection, and the others wait for those, so that nobody else waits behind all of them.
 */
export function inTurn(db: Database, atOnce: number): Database {
  const turn = pLimit(atOnce);
  const view: Database = Object.create(db);
  view.transaction = (...work) => turn(() => db.transaction(...work));
  return view;
}

/**
 * For statements that are put together once and sent often: the database is asked to keep none of them by name, because
 * a pooler in front of PostgreSQL may send the next one elsewhere.
 */
export const UNNAMED = '';

/** What is put together once for each database, when it is first asked for. */
export function once<T>(build: (db: Database) => T): (db: Database) => T {
  const built = new WeakMap<Database, T>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const made = build(db);
    built.set(db, made);
    return made;
  };
}

/** Rows of a hand-written statement. Both drivers answer `{rows}`; the caller names the columns it selected. */
export async function queryRows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as { rows: Row[] };
  return result.rows;
}

/** @returns the row as it was made */
export async function insert<Table extends PgTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'],
): Promise<Table['$inferSelect']> {
  const [made] = await db.insert<PgTable>(table).values(row).returning();
  if (!made) throw new Error('the insert returned no row');
  return made;
}

/** PostgreSQL's code of a write that found no room on the disk, or is refused before there is none. */
export const OUT_OF_SPACE = '53100';

/** The code of an error, PostgreSQL's or the system's; empty when it has none. The driver's error may be wrapped in one of the query builder. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : '';
}

const MOST_TRIES = 3;
/** Deadlock and serialisation failure: the database undid it all and asks to try again. */
const TRY_AGAIN = new Set(['40P01', '40001']);

/** @param attempt a transaction that changes nothing else, so that it can be done again */
export async function again<T>(attempt: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (tries >= MOST_TRIES || !TRY_AGAIN.has(codeOf(error))) throw error;
    return again(attempt, tries + 1);
  }
}
