import { hasPermission } from '@offhook/contract/accounts/permissions';
import { MAX_COMMENTS } from '@offhook/contract/console/review-entities';
import { and, eq } from 'drizzle-orm';
import type { Actor, Id } from '../../accounts/settings/change.ts';
import type { ConsoleBody } from '../../accounts/settings/request.ts';
import type { Database } from '../../platform/database/database.ts';
import { calls, recordingComments, recordings } from '../../platform/database/schema.ts';
import { supervisesCall } from '../../platform/database/team-scope.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { ReviewChange } from './review-change.ts';

/** @throws ApiError notFound, tooManyComments */
export async function addComment(
  tx: Database,
  { user }: Actor,
  { id, at_ms, text }: Id & ConsoleBody<'addRecordingComment'>,
  at: number,
): Promise<ReviewChange> {
  const [recording] = await tx
    .select({ callId: calls.id })
    .from(recordings)
    .innerJoin(calls, eq(calls.id, recordings.call_id))
    .where(
      and(
        eq(recordings.id, id),
        eq(recordings.status, 'complete'),
        eq(calls.account_id, user.account_id),
        supervisesCall(user),
      ),
    )
    .for('update', { of: recordings });
  if (!recording) throw new ApiError('notFound');
  const count = await tx.$count(recordingComments, eq(recordingComments.recording_id, id));
  if (count >= MAX_COMMENTS) throw new ApiError('tooManyComments');
  await tx
    .insert(recordingComments)
    .values({ recording_id: id, user_id: user.id, at_ms, text, created_at: new Date(at) });
  return { ...recording, action: 'comments add' };
}

/** Only one's own. @throws ApiError notFound, forbidden */
export async function changeComment(
  tx: Database,
  { user }: Actor,
  { id, text }: Id & ConsoleBody<'changeRecordingComment'>,
  at: number,
): Promise<ReviewChange> {
  const { callId, userId } = await lockComment(tx, user, id);
  if (userId !== user.id) throw new ApiError('forbidden');
  await tx
    .update(recordingComments)
    .set({ text, edited_at: new Date(at) })
    .where(eq(recordingComments.id, id));
  return { callId, action: 'comments set' };
}

/** One's own, and as an administrator anyone's. @throws ApiError notFound, forbidden */
export async function removeComment(tx: Database, { user }: Actor, { id }: Id): Promise<ReviewChange> {
  const { callId, userId } = await lockComment(tx, user, id);
  if (userId !== user.id && !hasPermission(user, 'admin')) throw new ApiError('forbidden');
  await tx.delete(recordingComments).where(eq(recordingComments.id, id));
  return { callId, action: 'comments remove' };
}

async function lockComment(tx: Database, user: SignedInUser, id: number) {
  const [row] = await tx
    .select({ callId: calls.id, userId: recordingComments.user_id })
    .from(recordingComments)
    .innerJoin(recordings, eq(recordings.id, recordingComments.recording_id))
    .innerJoin(calls, eq(calls.id, recordings.call_id))
    .where(and(eq(recordingComments.id, id), eq(calls.account_id, user.account_id), supervisesCall(user)))
    .for('update', { of: recordingComments });
  if (!row) throw new ApiError('notFound');
  return row;
}
