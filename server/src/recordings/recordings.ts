import { mayWatch } from '@offhook/contract/accounts/permissions';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import type { DatabaseAndClock } from '../platform/database/query-time.ts';
import { auditLog, calls, recordings } from '../platform/database/schema.ts';
import { supervisesCall } from '../platform/database/team-scope.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { isSharedWith, tookPartIn } from './may-hear.ts';
import { rememberPlaybacks } from './playbacks.ts';
import type { OpenedFile, RecordingFiles, StoredFile } from './recording-files.ts';
import { FileMissing } from './recording-store.ts';

export interface PlayableRecording extends OpenedFile {
  readonly tag: string;
  readonly callId: number;
}

export interface PlayedRecording {
  readonly id: number;
  readonly callId: number;
}

export interface RecordingAccess {
  /** @throws ApiError notFound, forbidden, unavailable */
  open(user: SignedInUser, recordingId: number): Promise<PlayableRecording>;
  /** Writes an audit log entry once per playback. */
  audit(user: SignedInUser, played: PlayedRecording, address: string, fromStart: boolean): Promise<void>;
}

export function createRecordingAccess({
  db,
  clock,
  files,
}: DatabaseAndClock & {
  readonly files: RecordingFiles;
}): RecordingAccess {
  const playbacks = rememberPlaybacks(clock);
  return {
    async open(user, recordingId) {
      const row = await authorizeRecording(db, user, recordingId);
      try {
        return { ...(await files.open(row)), tag: `"recording-${recordingId}"`, callId: row.call_id };
      } catch (error) {
        if (error instanceof FileMissing) throw new ApiError('notFound');
        throw error;
      }
    },
    async audit(user, played, address, fromStart) {
      if (!playbacks.isNew(`${user.id} ${played.id}`, fromStart)) return;
      await writePlaybackToAuditLog({ db, clock }, user, played, address);
    },
  };
}

/**
 * Allows agents who took part, agents while the team shares it with them, the call's supervisors and administrators.
 * Throws ApiError notFound, forbidden.
 */
export async function authorizeRecording(
  db: Database,
  user: SignedInUser,
  recordingId: number,
): Promise<StoredFile & { readonly call_id: number }> {
  const [row] = await db
    .select({
      file: recordings,
      mayHear: sql<boolean>`${tookPartIn(user.id)} or ${isSharedWith(user.id)}`,
      isSupervised: sql<boolean>`${supervisesCall(user) ?? true}`,
    })
    .from(recordings)
    .innerJoin(calls, eq(calls.id, recordings.call_id))
    .where(
      and(
        eq(recordings.id, recordingId),
        eq(recordings.status, 'complete'),
        eq(calls.account_id, user.account_id),
      ),
    );
  if (!row?.file.path) throw new ApiError('notFound');
  if (row.mayHear) return row.file;
  if (!mayWatch(user)) throw new ApiError('forbidden');
  if (!row.isSupervised) throw new ApiError('notFound');
  return row.file;
}

async function writePlaybackToAuditLog(
  deps: DatabaseAndClock,
  user: SignedInUser,
  { id, callId }: PlayedRecording,
  address: string,
): Promise<void> {
  await deps.db.insert(auditLog).values({
    account_id: user.account_id,
    user_id: user.id,
    action: 'recording.played',
    subject: `recording ${id}: call ${callId}`,
    address,
    at: new Date(deps.clock.now()),
  });
}
