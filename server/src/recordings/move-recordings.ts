/**
 * Brings recordings to where and how new ones are written: from the folder into S3, from plain to encrypted, from an
 * older key to the newest. One row of work for the whole installation: a few recordings at a time, by whichever process
 * has it, and from the database alone it is known what is left.
 */

import { and, asc, count, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Effect } from '../platform/core/effects.ts';
import { type Database, queryRows, transaction } from '../platform/database/database.ts';
import { effects, recordings, settings } from '../platform/database/schema.ts';
import { DONE } from '../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../platform/work-queue/effects-worker.ts';
import type { WorkParts } from '../platform/work-queue/transact.ts';
import { orderRemovals } from './order-removals.ts';
import type { KeptFile, RecordingFiles } from './recording-files.ts';

/** How far this round is, and what it could not move. */
const PROGRESS = 'recordings_move';
const DEDUPE_KEY = 'moveRecordings';
const AT_ONCE = 5;
const ROUND_PAUSE_MS = 60_000;

interface MoveParts extends Pick<WorkParts, 'db' | 'clock' | 'log'> {
  readonly files: RecordingFiles;
}

/** Also while it is under way, and again after it was done. */
export async function orderMove(tx: Database, now: number): Promise<void> {
  const at = new Date(now);
  const payload: Effect = { kind: 'moveRecordings' };
  await tx.delete(settings).where(eq(settings.key, PROGRESS));
  await tx
    .insert(effects)
    .values({ kind: payload.kind, payload, due_at: at, created_at: at, dedupe_key: DEDUPE_KEY })
    .onConflictDoUpdate({
      target: effects.dedupe_key,
      set: { due_at: at, done_at: null, attempts: 0, last_error: null },
    });
}

export async function moveRecordings(parts: MoveParts, _row: EffectRow): Promise<EffectResult> {
  const { db, files, log } = parts;
  const { after, failed } = await progressOf(db);
  const rows = await db
    .select()
    .from(recordings)
    .where(and(isElsewhere(files), gt(recordings.id, after)))
    .orderBy(asc(recordings.id))
    .limit(AT_ONCE);
  if (rows.length === 0) {
    await db.delete(settings).where(eq(settings.key, PROGRESS));
    if (failed === 0) return DONE;
    return { type: 'again', inMs: ROUND_PAUSE_MS, error: `${failed} recordings could not be moved yet` };
  }
  let missed = failed;
  for (const row of rows) {
    try {
      await moveOne(parts, row);
    } catch (error) {
      missed += 1;
      log.warn({ err: error, recording: row.id }, 'recording not moved');
    }
  }
  await keepProgress(db, rows.at(-1)?.id ?? after, missed);
  return { type: 'again', inMs: 0, error: 'under way' };
}

/** The new file is whole before the row names it, and the old one goes after that. */
async function moveOne({ db, clock, files }: MoveParts, row: typeof recordings.$inferSelect): Promise<void> {
  const { path } = row;
  if (path === null) return;
  const opened = await files.open(row);
  const name = path.replace(/(\.[0-9a-f]{16}\.sealed|\.wav)$/, '');
  // Files of the demo belong to several recordings; each gets its own.
  const own = name.includes('/') ? name : `moved/${row.id}-${name}`;
  const written = await files.write(row.id, own, opened.read(0, opened.bytes - 1));
  if (written.bytes !== opened.bytes) throw new Error('it came out with another size');
  const at = new Date(clock.now());
  await transaction(db, async (tx) => {
    const moved = await tx
      .update(recordings)
      .set(written)
      .where(and(eq(recordings.id, row.id), eq(recordings.path, path), eq(recordings.storage, row.storage)))
      .returning({ id: recordings.id });
    // Erased in the meantime: what was just written goes.
    const superfluous = moved.length > 0 ? { storage: row.storage, path } : written;
    await orderRemovals(tx, { files: [superfluous], provided: [] }, row.call_id, at);
  });
}

function isElsewhere({ target }: Pick<RecordingFiles, 'target'>) {
  return and(
    eq(recordings.status, 'complete'),
    isNotNull(recordings.path),
    sql`(${recordings.storage}, ${recordings.key_id}) is distinct from (${target.storage}::text, ${target.keyId}::text)`,
  );
}

async function progressOf(db: Database): Promise<{ after: number; failed: number }> {
  const [row] = await db.select().from(settings).where(eq(settings.key, PROGRESS));
  const [after = 0, failed = 0] = (row?.value ?? '').split(' ').map(Number);
  return { after, failed };
}

async function keepProgress(db: Database, after: number, failed: number): Promise<void> {
  const value = `${after} ${failed}`;
  await db
    .insert(settings)
    .values({ key: PROGRESS, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** How many recordings are where, and how they are kept. */
export async function recordingPlaces(db: Database) {
  const places = await db
    .select({ storage: recordings.storage, key_id: recordings.key_id, recordings: count() })
    .from(recordings)
    .where(and(eq(recordings.status, 'complete'), isNotNull(recordings.path)))
    .groupBy(recordings.storage, recordings.key_id)
    .orderBy(recordings.storage, recordings.key_id);
  const [move] = await db
    .select({ last_error: effects.last_error })
    .from(effects)
    .where(and(eq(effects.dedupe_key, DEDUPE_KEY), sql`${effects.done_at} is null`));
  return { places, moving: move ? (move.last_error ?? 'begins') : null };
}

/** Places from which this process could not read, for its log. */
export async function unreadablePlaces(db: Database, files: RecordingFiles): Promise<readonly string[]> {
  const rows = await queryRows<Pick<KeptFile, 'storage' | 'key_id'>>(
    db,
    sql`select distinct storage, key_id from recordings where status = 'complete' and path is not null`,
  );
  return rows.flatMap((row) => files.hindrance(row) ?? []);
}
