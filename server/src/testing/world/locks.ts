import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { until } from './world.ts';

/** Waits until `count` sessions wait for a lock. The embedded database has no concurrent transactions. */
export async function untilLockWaiters(db: Database, count: number): Promise<void> {
  if (inject('offhookDatabase') === 'embedded') return;
  const waiters = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await until(`${count} lock waits`, async () => (await queryRows(db, waiters)).length === count);
}
