/** Brings a database to the newest schema: each step once, in one transaction with the note that it was done. */
import { sql } from 'drizzle-orm';
import { type Database, queryRows, transaction } from './database.ts';
import { MIGRATIONS } from './migrations.ts';

/** Any number, the same in all processes: only one of them migrates. */
const LOCK = 77_031_999;

export async function migrate(db: Database): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
    await tx.execute(
      sql`create table if not exists schema_steps (tag text primary key, done_at timestamptz not null default now())`,
    );
    const done = new Set(
      (await queryRows<{ tag: string }>(tx, sql`select tag from schema_steps`)).map((row) => row.tag),
    );
    for (const step of MIGRATIONS) {
      if (done.has(step.tag)) continue;
      for (const statement of step.statements) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into schema_steps (tag) values (${step.tag})`);
    }
  });
}
