/** Resets a test database to its initial rows, which is much faster than a new database. */
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';

const KEPT = 'kept_for_tests';

export interface RowSnapshot {
  /** Saves all rows and sequences, once per database. */
  readonly keep: string;
  readonly empty: string;
  readonly refill: string;
  /** Reclaims deleted rows, so that rows are stored in insertion order as in a new database. */
  readonly vacuum: string;
}

export async function snapshotRows(db: Database): Promise<RowSnapshot> {
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
    // Autovacuum would run at any time and change the physical order of new rows.
    ...names.map((name) => `alter table ${name} set (autovacuum_enabled = false)`),
    `create table ${KEPT}.sequences as select sequencename as name, last_value
       from pg_sequences where schemaname = 'public' and last_value is not null`,
  ].join(';');
}

/** Deleting a few rows is ten times as fast as truncating, which creates files. */
function empty(names: readonly string[]): string {
  return [
    // Disables foreign keys, since all rows are deleted.
    'set local session_replication_role = replica',
    // A transaction left open by a test becomes an error instead of a hang.
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
