/** Brings a database to the newest schema: each step once, in one transaction with the note that it was done. */
import { sql } from 'drizzle-orm';
import { type Database, queryRows, transaction } from './database.ts';
import { MIGRATIONS } from './migrations.ts';

/** Any number, the same in all processes: only one of them migrates. */
const LOCK = 77_031_999;

/** How far a database is from what this server knows. */
export interface SchemaLevel {
  /** Steps that it has not made: this server cannot work with it. */
  readonly missing: readonly string[];
  /** Steps that a newer server has made: they only add, so this one works on. */
  readonly unknown: readonly string[];
}

export async function schemaLevel(db: Database): Promise<SchemaLevel> {
  const rows = await queryRows<{ tag: string }>(db, sql`select tag from schema_steps order by tag`);
  const done = rows.map(({ tag }) => tag);
  const known = MIGRATIONS.map(({ tag }) => tag);
  return {
    missing: known.filter((tag) => !done.includes(tag)),
    unknown: done.filter((tag) => !known.includes(tag)),
  };
}

export async function migrate(db: Database): Promise<void> {
  await transaction(db, (tx) => takeSteps(tx));
}

/** Those steps that were not taken yet, in the caller's transaction. @param isWanted of a step by its tag; all unless told */
export async function takeSteps(tx: Database, isWanted = (_tag: string): boolean => true): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
  await tx.execute(
    sql`create table if not exists schema_steps (tag text primary key, done_at timestamptz not null default now())`,
  );
  const done = new Set(
    (await queryRows<{ tag: string }>(tx, sql`select tag from schema_steps`)).map((row) => row.tag),
  );
  for (const step of MIGRATIONS) {
    if (done.has(step.tag) || !isWanted(step.tag)) continue;
    for (const statement of step.statements) await tx.execute(sql.raw(statement));
    await tx.execute(sql`insert into schema_steps (tag) values (${step.tag})`);
  }
}
