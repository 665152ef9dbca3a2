import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core';
import pLimit from 'p-limit';

export type Database = PgDatabase<PgQueryResultHKT>;

/** The embedded database has one connection: use only `tx` inside (`db` would deadlock) and await nothing else. */
export function transaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(work);
}

/** Keeps bursty work from occupying all connections. */
export function limitTransactions(db: Database, concurrency: number): Database {
  const limit = pLimit(concurrency);
  const view: Database = Object.create(db);
  view.transaction = (...work) => limit(() => db.transaction(...work));
  return view;
}

/** No server-side name, because a pooler in front of PostgreSQL may switch connections. */
export const UNNAMED_STATEMENT = '';

export function oncePerDatabase<T>(build: (db: Database) => T): (db: Database) => T {
  const built = new WeakMap<Database, T>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const statement = build(db);
    built.set(db, statement);
    return statement;
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
  const [inserted] = await db.insert<PgTable>(table).values(row).returning();
  if (!inserted) throw new Error('the insert returned no row');
  return inserted;
}

/** PostgreSQL's code for a write without disk space, also used for writes that we reject before that. */
export const OUT_OF_SPACE = '53100';

/** PostgreSQL's or the system's code, even of a wrapped error; empty if there is none. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? errorCode(error.cause) : '';
}

const MAX_ATTEMPTS = 3;
/** Deadlock and serialization failure: the transaction was rolled back and can be retried. */
const RETRYABLE_CODES = new Set(['40P01', '40001']);

/** The attempt must have no other side effects. */
export async function retryOnConflict<T>(attempt: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (tries >= MAX_ATTEMPTS || !RETRYABLE_CODES.has(errorCode(error))) throw error;
    return retryOnConflict(attempt, tries + 1);
  }
}
