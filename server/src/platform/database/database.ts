import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core';
import pLimit from 'p-limit';

export type Database = PgDatabase<PgQueryResultHKT>;

/**
 * The embedded database has one connection: inside, use only `tx` (`db` would deadlock) and await nothing but the
 * database.
 */
export function transaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(work);
}

/** Limits the concurrent transactions of bursty work, so that other work doesn't queue behind it for a connection. */
export function limitTransactions(db: Database, atOnce: number): Database {
  const turn = pLimit(atOnce);
  const view: Database = Object.create(db);
  view.transaction = (...work) => turn(() => db.transaction(...work));
  return view;
}

/**
 * Prepares a reusable statement without a server-side name, because a pooler in front of PostgreSQL may switch
 * connections.
 */
export const UNNAMED_STATEMENT = '';

export function oncePerDatabase<T>(build: (db: Database) => T): (db: Database) => T {
  const built = new WeakMap<Database, T>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const made = build(db);
    built.set(db, made);
    return made;
  };
}

export async function queryRows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as { rows: Row[] };
  return result.rows;
}

export async function insert<Table extends PgTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'],
): Promise<Table['$inferSelect']> {
  const [made] = await db.insert<PgTable>(table).values(row).returning();
  if (!made) throw new Error('the insert returned no row');
  return made;
}

/** PostgreSQL's code for a write without disk space, also used for writes that we reject before that. */
export const OUT_OF_SPACE = '53100';

/** PostgreSQL's or the system's error code, also of a wrapped error; empty if there is none. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? errorCode(error.cause) : '';
}

const MAX_ATTEMPTS = 3;
/** Deadlock and serialization failure: the transaction was rolled back and can be retried. */
const RETRYABLE_CODES = new Set(['40P01', '40001']);

/** @param attempt a transaction without other side effects */
export async function retryOnConflict<T>(attempt: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (tries >= MAX_ATTEMPTS || !RETRYABLE_CODES.has(errorCode(error))) throw error;
    return retryOnConflict(attempt, tries + 1);
  }
}
