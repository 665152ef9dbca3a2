/** Brings a database of the tests back to the rows that it began with: that costs milliseconds, a new database many more. */
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';

const KEPT = 'kept_for_tests';

export interface KeptRows {
  /** Copies all rows, and where the ids stand. Once for a database. */
  readonly keep: string;
  /** All rows go, and ids begin again where a new database's do. */
  readonly empty: string;
  /** The kept rows are there again. */
  readonly refill: string;
  /** What was deleted takes no room any more: rows stand in the order in which they come, as in a new database. */
  readonly vacuum: string;
}

export async function keptRows(db: Database): Promise<KeptRows> {
  const rows = await queryRows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_steps' order by 1`,
  );
  const names = rows.map(({ name }) => name);
  return {
    keep: keep(names),
    empty: empty(names),
    refill: `${empty(names)};${fill(names)}`,
    vacuum: `vacuum ${names.join(', ')}`,
  };
}

function keep(names: readonly string[]): string {
  return [
    `create schema ${KEPT}`,
    ...names.map((name) => `create table ${KEPT}.${name} as table ${name}`),
    // It would come at any moment, and what it clears away is filled with new rows in an order of its own.
    ...names.map((name) => `alter table ${name} set (autovacuum_enabled = false)`),
    `create table ${KEPT}.sequences as select sequencename as name, last_value
       from pg_sequences where schemaname = 'public' and last_value is not null`,
  ].join(';');
}

/** Deleting a few rows is ten times as quick as truncating: no files are made. */
function empty(names: readonly string[]): string {
  return [
    // Rows refer to each other in many ways; all of them go.
    'set local session_replication_role = replica',
    // A transaction that a test left open is an error, not a wait.
    `set local lock_timeout = '5s'`,
    ...names.map((name) => `delete from ${name}`),
    `select setval(sequencename::regclass, start_value, false) from pg_sequences where schemaname = 'public'`,
  ].join(';');
}

function fill(names: readonly string[]): string {
  return [
    ...names.map((name) => `insert into ${name} select * from ${KEPT}.${name}`),
    `select setval(name::regclass, last_value) from ${KEPT}.sequences`,
  ].join(';');
}
