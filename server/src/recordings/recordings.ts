/** Who may hear a recording, and the note of it in the audit log. */

import { mayWatch } from '@offhook/contract/permissions';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import type { DatabaseAndClock } from '../platform/database/query-time.ts';
import { auditLog, calls, callUsers, recordings } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import type { KeptFile, OpenedFile, RecordingFiles } from './recording-files.ts';
import { FileMissing } from './recording-store.ts';

/** A recording as its player gets it: the same bytes wherever and however its file is kept. */
export interface Playable extends OpenedFile {
  /** Changes never: what was recorded does not. */
  readonly tag: string;
}

export interface Listening {
  /** @throws Refusal notFound, forbidden, unavailable */
  open(user: SignedInUser, recordingId: number): Promise<Playable>;
  /** Who listens to what, from where. A player's later pieces are the same listening. */
  note(user: SignedInUser, recordingId: number, address: string, fromBegin: boolean): Promise<void>;
}

/** Pieces that come so long after the last noted one are another listening. */
const SAME_LISTENING_MS = 10 * 60_000;
const MOST_REMEMBERED = 10_000;

export function createListening({
  db,
  clock,
  files,
}: DatabaseAndClock & {
  readonly files: RecordingFiles;
}): Listening {
  const noted = new Map<string, number>();
  return {
    async open(user, recordingId) {
      const row = await recordingFor(db, user, recordingId);
      try {
        return { ...(await files.open(row)), tag: `"recording-${recordingId}"` };
      } catch (error) {
        if (error instanceof FileMissing) throw new ApiError('notFound');
        throw error;
      }
    },
    async note(user, recordingId, address, fromBegin) {
      const key = `${user.id} ${recordingId}`;
      const now = clock.now();
      const isSame = now - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < SAME_LISTENING_MS;
      if (isSame && !fromBegin) return;
      if (noted.size >= MOST_REMEMBERED) noted.clear();
      noted.set(key, now);
      await noteListening({ db, clock }, user, recordingId, address);
    },
  };
}

/**
 * The file of a recording, for users of the account who took part, and for supervisors and administrators; of a
 * voicemail, also for those in whose history the call stands.
 * @throws Refusal notFound, forbidden
 */
export async function recordingFor(db: Database, user: SignedInUser, recordingId: number): Promise<KeptFile> {
  const [row] = await db
    .select({ file: recordings, callId: calls.id, isVoicemail: recordings.is_voicemail })
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
  if (mayWatch(user)) return row.file;
  const [part] = await db
    .select({ id: callUsers.id })
    .from(callUsers)
    .where(
      and(
        eq(callUsers.call_id, row.callId),
        eq(callUsers.user_id, user.id),
        // A message is for everyone whom the caller did not reach.
        row.isVoicemail ? undefined : isNotNull(callUsers.accepted_at),
      ),
    )
    .limit(1);
  if (!part) throw new ApiError('forbidden');
  return row.file;
}

async function noteListening(
  parts: DatabaseAndClock,
  user: SignedInUser,
  recordingId: number,
  address: string,
): Promise<void> {
  await parts.db.insert(auditLog).values({
    account_id: user.account_id,
    user_id: user.id,
    action: 'recording.played',
    subject: `recording ${recordingId}`,
    address,
    at: new Date(parts.clock.now()),
  });
}
