/** Reads don't show whether writes work: the disk may be full, or a standby may answer. */
import { sql } from 'drizzle-orm';
import { type Database, transaction } from './database.ts';
import { settings } from './schema.ts';

const CACHE_MS = 1_000;

export type OnWritten = (seconds: number, succeeded: boolean) => void;

/** Writes at most once per second and leaves no trace. Rejects with the database's error. */
export function createWriteProbe(
  db: Database,
  write: (db: Database) => Promise<void> = writePostgres,
  onWritten: OnWritten = () => undefined,
): () => Promise<true> {
  async function probe(startedAt: number): Promise<true> {
    let succeeded = false;
    try {
      await write(db);
      succeeded = true;
      return true;
    } finally {
      onWritten((performance.now() - startedAt) / 1_000, succeeded);
    }
  }
  let last: { readonly at: number; readonly result: Promise<true> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at >= CACHE_MS) last = { at: now, result: probe(now) };
    return last.result;
  };
}

export async function writePostgres(db: Database): Promise<void> {
  const key = `write-probe.${process.pid}`;
  await transaction(db, async (tx) => {
    // A small row fits into an existing page. A sort that exceeds work_mem needs new disk space.
    await tx.execute(sql`set local work_mem = '64kB'`);
    await tx.execute(sql`select count(*) from generate_series(1, 10000)`);
    await tx.insert(settings).values({ key, value: '' }).onConflictDoNothing();
    await tx.execute(sql`delete from settings where key = ${key}`);
  });
}

/** Writes a WAL record only, synced by its commit. Disk space is watched separately. */
export async function writeEmbedded(db: Database): Promise<void> {
  await db.execute(sql`select pg_logical_emit_message(true, 'write-probe', '')`);
}
