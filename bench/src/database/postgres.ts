/** A temporary PostgreSQL with the product's schema and demo data. */
import { createDemoSeeder } from '@offhook/server/demo/demo-world';
import type { Database } from '@offhook/server/platform/database/database';
import { migrate } from '@offhook/server/platform/database/migrate';
import { startTestPostgres } from '@offhook/server/testing/database/postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

export type BenchDatabase = NonNullable<Awaited<ReturnType<typeof openBenchDatabase>>>;

/** Null, with a message, if PostgreSQL isn't installed. */
export async function openBenchDatabase(connections: number, settings: readonly string[] = []) {
  const server = await startTestPostgres({ settings });
  if (server === null) {
    console.log('\nPostgreSQL not found: this benchmark needs `postgres` and `initdb`.');
    return null;
  }
  await server.createDatabase('bench');
  const pool = new pg.Pool({ connectionString: server.url('bench'), max: connections });
  const db: Database = drizzle({ client: pool });
  await migrate(db);
  await createDemoSeeder(Date.now())(db, server.folder);
  return {
    db,
    pool,
    url: server.url('bench'),
    async stop() {
      await pool.end();
      await server.stop();
    },
  };
}
