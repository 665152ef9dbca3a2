import { and, desc, eq } from 'drizzle-orm';
import { type Database, insert, transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { recordNoteEvent } from '../../platform/database/record-events.ts';
import { callUsers, notes } from '../../platform/database/schema.ts';
import { lockUserCall } from '../../platform/database/user-call.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';

/** Without a request key, an identical note within this time counts as a repeated request. */
const REPEAT_WINDOW_MS = 60_000;

export interface SavedNote {
  readonly id: number;
  readonly content: string;
  readonly call_id: number;
}

/** @param requestKey the phone's idempotency key @throws the ApiErrors that `lockUserCall` throws */
export function saveNote(
  deps: DatabaseAndClock,
  user: SignedInUser,
  note: { content: string; call_id: number },
  requestKey: string | null,
): Promise<SavedNote> {
  const { content, call_id } = note;
  return transaction(deps.db, async (tx) => {
    await lockUserCall(tx, user, call_id);
    const now = deps.clock.now();
    const same = await findSameNote(tx, user.id, call_id, content, requestKey, now);
    if (same !== null) return same;
    const row = await insert(tx, notes, {
      call_id,
      user_id: user.id,
      content,
      request_key: requestKey,
      created_at: new Date(now),
    });
    await tx
      .update(callUsers)
      .set({ hand_over_note: null })
      .where(and(eq(callUsers.call_id, call_id), eq(callUsers.user_id, user.id)));
    await recordNoteEvent(tx, call_id, row.created_at);
    return { id: row.id, content, call_id };
  });
}

async function findSameNote(
  tx: Database,
  userId: number,
  callId: number,
  content: string,
  requestKey: string | null,
  now: number,
): Promise<SavedNote | null> {
  if (requestKey !== null) {
    const [known] = await tx
      .select()
      .from(notes)
      .where(and(eq(notes.user_id, userId), eq(notes.request_key, requestKey)));
    return known ? { id: known.id, content: known.content, call_id: known.call_id } : null;
  }
  const [last] = await tx
    .select()
    .from(notes)
    .where(and(eq(notes.call_id, callId), eq(notes.user_id, userId)))
    .orderBy(desc(notes.id))
    .limit(1);
  const isSame = last && last.content === content && now - last.created_at.getTime() < REPEAT_WINDOW_MS;
  return isSame ? { id: last.id, content, call_id: callId } : null;
}
