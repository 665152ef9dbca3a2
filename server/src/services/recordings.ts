import { isSupervisor, may } from '@offhook/contract/permissions';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { auditLog, calls, callUsers, recordings } from '../store/schema.ts';
import type { SignedInUser } from './sessions.ts';

/**
 * The file of a recording, relative to the recordings folder, for a user of the account who took part or supervises;
 * of a voicemail, for those in whose history the call stands.
 * @throws Refusal notFound, forbidden
 */
export async function recordingFor(db: Database, user: SignedInUser, recordingId: number): Promise<string> {
  const [row] = await db
    .select({ path: recordings.path, callId: calls.id, isVoicemail: recordings.is_voicemail })
    .from(recordings)
    .innerJoin(calls, eq(calls.id, recordings.call_id))
    .where(
      and(
        eq(recordings.id, recordingId),
        eq(recordings.status, 'complete'),
        eq(calls.account_id, user.account_id),
      ),
    );
  if (!row?.path) throw new Refusal('notFound');
  if (isSupervisor(user) || may(user, 'admin')) return row.path;
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
  if (!part) throw new Refusal('forbidden');
  return row.path;
}

/** Who listened to what, from where. */
export async function noteListening(
  parts: { db: Database; clock: Clock },
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
