/**
 * A database whose clock a test moves, so that holds and wrap-ups, which the database times, last as long as on the
 * test's clock. New connections find these functions before PostgreSQL's own.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { run } from '../database/postgres.ts';

export async function addMovingClock(url: string, database: string, at: number): Promise<void> {
  const time = new Date(at).toISOString();
  await run(
    url,
    `create schema moving;
    create table moving.clock (at timestamptz not null);
    insert into moving.clock values ('${time}');
    create function moving.clock_timestamp() returns timestamptz language sql volatile as 'select at from moving.clock';
    create function moving.now() returns timestamptz language sql stable as 'select at from moving.clock';
    alter database ${database} set search_path = public, moving, pg_catalog`,
  );
}

export async function moveClock(db: Database, at: number): Promise<void> {
  await db.execute(sql`update moving.clock set at = ${new Date(at).toISOString()}`);
}
