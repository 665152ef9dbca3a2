import { and, eq, lte } from 'drizzle-orm';
import { greetingFiles, recordings } from '../platform/database/schema.ts';
import { DONE, type EffectOf } from '../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../platform/work-queue/effects-worker.ts';
import type { WorkDeps } from '../platform/work-queue/transact.ts';
import type { RecordingFiles } from './recording-files.ts';

const FIRST_BACK_OFF_MS = 5_000;
const MAX_BACK_OFF_MS = 3_600_000;
const MAX_ATTEMPTS = 180;

/** Keeps a file that a row still refers to: demo recordings share files, and a team may use a greeting. */
export async function removeFile(
  { db, clock, files, log }: Pick<WorkDeps, 'db' | 'clock' | 'log'> & { readonly files: RecordingFiles },
  { id, attempts }: EffectRow,
  { storage, path }: EffectOf<'removeFile'>,
): Promise<EffectResult> {
  const [used] = await db
    .select({ id: recordings.id })
    .from(recordings)
    .where(and(eq(recordings.storage, storage), eq(recordings.path, path)))
    .limit(1);
  if (used) return DONE;
  const isAtPath = and(eq(greetingFiles.storage, storage), eq(greetingFiles.path, path));
  await db.delete(greetingFiles).where(and(isAtPath, lte(greetingFiles.expires_at, new Date(clock.now()))));
  // Read after the deletion: a team can't begin to use a deleted row.
  const [greeting] = await db.select({ id: greetingFiles.id }).from(greetingFiles).where(isAtPath).limit(1);
  if (greeting) return DONE;
  try {
    await files.remove(storage, path);
    return DONE;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (attempts >= MAX_ATTEMPTS) {
      log.error({ effect: id, storage, path, reason: message }, 'recording file not deleted');
      return { type: 'givenUp', error: message };
    }
    const inMs = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(20, attempts - 1));
    return { type: 'again', inMs, error: message };
  }
}
