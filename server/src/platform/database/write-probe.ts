/** Whether the database takes writes, which reading does not tell: its disk may be full, or a standby may have answered. */
import { sql } from 'drizzle-orm';
import { type Database, transaction } from './database.ts';
import { settings } from './schema.ts';

/** Health is checked by balancers, supervisors and people at once. */
const FRESH_MS = 1_000;

/**
 * @returns a check that writes at most once a second, and leaves nothing behind; it rejects with what the database says
 */
export function createWriteProbe(
  db: Database,
  write: (db: Database) => Promise<void> = writeAnywhere,
): () => Promise<true> {
  let last: { readonly at: number; readonly result: Promise<true> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at >= FRESH_MS) last = { at: now, result: write(db).then(() => true) };
    return last.result;
  };
}

/** With the rights of any user. */
async function writeAnywhere(db: Database): Promise<void> {
  const key = `write-probe.${process.pid}`;
  await transaction(db, async (tx) => {
    // A small row finds room in a page that exists. A result that does not fit into memory needs new room on the disk.
    await tx.execute(sql`set local work_mem = '64kB'`);
    await tx.execute(sql`select count(*) from generate_series(1, 10000)`);
    await tx.insert(settings).values({ key, value: '' }).onConflictDoNothing();
    await tx.execute(sql`delete from settings where key = ${key}`);
  });
}

/** A record in the log alone, synced with its commit: the free space of the embedded database's disk is watched otherwise. */
export async function writeEmbedded(db: Database): Promise<void> {
  await db.execute(sql`select pg_logical_emit_message(true, 'write-probe', '')`);
}
