// Moves recordings to the current storage and key: from the folder to S3, from plain to encrypted, from an older key to
// the newest. One effect moves the whole installation, a batch at a time. The database shows what is left.

import { and, asc, count, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Effect } from '../platform/core/effects.ts';
import { type Database, queryRows, transaction } from '../platform/database/database.ts';
import { effects, greetingFiles, recordings, settings } from '../platform/database/schema.ts';
import { DONE } from '../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../platform/work-queue/effects-worker.ts';
import type { WorkDeps } from '../platform/work-queue/transact.ts';
import type { RecordingFiles, StoredFile } from './recording-files.ts';
import { scheduleRemovals } from './schedule-removals.ts';

const PROGRESS_SETTING = 'recordings_move';
const DEDUPE_KEY = 'moveRecordings';
const BATCH_SIZE = 5;
const ROUND_PAUSE_MS = 60_000;

interface MoveDeps extends Pick<WorkDeps, 'db' | 'clock' | 'log'> {
  readonly files: RecordingFiles;
}

/** Can be called again during or after a move. */
export async function requestMove(tx: Database, now: number): Promise<void> {
  const at = new Date(now);
  const payload: Effect = { kind: 'moveRecordings' };
  await tx.delete(settings).where(eq(settings.key, PROGRESS_SETTING));
  await tx
    .insert(effects)
    .values({ kind: payload.kind, payload, due_at: at, created_at: at, dedupe_key: DEDUPE_KEY })
    .onConflictDoUpdate({
      target: effects.dedupe_key,
      set: { due_at: at, done_at: null, attempts: 0, last_error: null },
    });
}

export async function moveRecordings(deps: MoveDeps, _row: EffectRow): Promise<EffectResult> {
  const { db, files, log } = deps;
  const { after, failed } = await readProgress(db);
  // Few, so they come first, all at once.
  if (after === 0) await moveGreetings(deps);
  const rows = await db
    .select()
    .from(recordings)
    .where(and(isNotAtTarget(files), gt(recordings.id, after)))
    .orderBy(asc(recordings.id))
    .limit(BATCH_SIZE);
  if (rows.length === 0) {
    await db.delete(settings).where(eq(settings.key, PROGRESS_SETTING));
    const left = failed + (await findGreetingsToMove(db, files)).length;
    if (left === 0) return DONE;
    return { type: 'again', inMs: ROUND_PAUSE_MS, error: `${left} recordings could not be moved yet` };
  }
  let failures = failed;
  for (const row of rows) {
    try {
      await moveRecording(deps, row);
    } catch (error) {
      failures += 1;
      log.warn({ err: error, recording: row.id }, 'failed to move a recording');
    }
  }
  await saveProgress(db, rows.at(-1)?.id ?? after, failures);
  return { type: 'again', inMs: 0, error: 'in progress' };
}

/** The new file is complete before the row refers to it; the old one is removed afterwards. */
async function moveRecording(
  { db, clock, files }: MoveDeps,
  row: typeof recordings.$inferSelect,
): Promise<void> {
  const { path } = row;
  if (path === null) return;
  const opened = await files.open(row);
  const name = path.replace(/(\.[0-9a-f]{16}\.sealed|\.wav)$/, '');
  // Demo files are shared by several recordings; each gets its own copy.
  const own = name.includes('/') ? name : `moved/${row.id}-${name}`;
  const written = await files.write(row.id, own, opened.read(0, opened.bytes - 1));
  if (written.bytes !== opened.bytes) throw new Error('the moved file has a different size');
  const at = new Date(clock.now());
  await transaction(db, async (tx) => {
    const moved = await tx
      .update(recordings)
      .set(written)
      .where(and(eq(recordings.id, row.id), eq(recordings.path, path), eq(recordings.storage, row.storage)))
      .returning({ id: recordings.id });
    const obsolete = moved.length > 0 ? { storage: row.storage, path } : written;
    await scheduleRemovals(tx, { files: [obsolete], providerSids: [] }, row.call_id, at);
  });
}

/** A greeting that fails is tried again in the next round: `findGreetingsToMove` says whether one is left. */
async function moveGreetings({ db, clock, files, log }: MoveDeps): Promise<void> {
  for (const row of await findGreetingsToMove(db, files)) {
    const { id, path, storage } = row;
    try {
      const opened = await files.open(row);
      const written = await files.write(id, `greetings/${id}`, opened.read(0, opened.bytes - 1));
      if (written.bytes !== opened.bytes) throw new Error('the moved file has a different size');
      const at = new Date(clock.now());
      await transaction(db, async (tx) => {
        const [moved] = await tx
          .update(greetingFiles)
          .set(written)
          .where(
            and(eq(greetingFiles.id, id), eq(greetingFiles.path, path), eq(greetingFiles.storage, storage)),
          )
          .returning({ expiresAt: greetingFiles.expires_at });
        const obsolete = moved ? { storage, path } : written;
        await scheduleRemovals(tx, { files: [obsolete], providerSids: [] }, null, at);
        // The scheduled removal names the old file.
        if (moved?.expiresAt)
          await scheduleRemovals(tx, { files: [written], providerSids: [] }, null, moved.expiresAt);
      });
    } catch (error) {
      log.warn({ err: error, greeting: id }, 'failed to move a greeting');
    }
  }
}

function findGreetingsToMove(db: Database, { target }: Pick<RecordingFiles, 'target'>) {
  return db
    .select()
    .from(greetingFiles)
    .where(
      sql`(${greetingFiles.storage}, ${greetingFiles.key_id}) is distinct from (${target.storage}::text, ${target.keyId}::text)`,
    );
}

function isNotAtTarget({ target }: Pick<RecordingFiles, 'target'>) {
  return and(
    eq(recordings.status, 'complete'),
    isNotNull(recordings.path),
    sql`(${recordings.storage}, ${recordings.key_id}) is distinct from (${target.storage}::text, ${target.keyId}::text)`,
  );
}

async function readProgress(db: Database): Promise<{ after: number; failed: number }> {
  const [row] = await db.select().from(settings).where(eq(settings.key, PROGRESS_SETTING));
  const [after = 0, failed = 0] = (row?.value ?? '').split(' ').map(Number);
  return { after, failed };
}

async function saveProgress(db: Database, after: number, failed: number): Promise<void> {
  const value = `${after} ${failed}`;
  await db
    .insert(settings)
    .values({ key: PROGRESS_SETTING, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** Recorded greetings count too. */
export async function countRecordingLocations(db: Database) {
  const stored = unionAll(
    db
      .select({ storage: recordings.storage, key_id: recordings.key_id })
      .from(recordings)
      .where(and(eq(recordings.status, 'complete'), isNotNull(recordings.path))),
    db.select({ storage: greetingFiles.storage, key_id: greetingFiles.key_id }).from(greetingFiles),
  ).as('stored');
  const locations = await db
    .select({ storage: stored.storage, key_id: stored.key_id, recordings: count() })
    .from(stored)
    .groupBy(stored.storage, stored.key_id)
    .orderBy(stored.storage, stored.key_id);
  const [move] = await db
    .select({ last_error: effects.last_error })
    .from(effects)
    .where(and(eq(effects.dedupe_key, DEDUPE_KEY), sql`${effects.done_at} is null`));
  return { locations, moving: move ? (move.last_error ?? 'starting') : null };
}

export async function findUnreadableLocations(
  db: Database,
  files: RecordingFiles,
): Promise<readonly string[]> {
  const rows = await queryRows<Pick<StoredFile, 'storage' | 'key_id'>>(
    db,
    sql`select storage, key_id from recordings where status = 'complete' and path is not null
      union select storage, key_id from greeting_files`,
  );
  return rows.flatMap((row) => files.unreadableReason(row) ?? []);
}
