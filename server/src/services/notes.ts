import { and, desc, eq } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { type Database, transaction } from '../store/database.ts';
import { notes } from '../store/schema.ts';
import type { SignedInUser } from './sessions.ts';
import { lockOwnCall } from './took-part.ts';

/** The same note again within this time is the same note, sent again. */
const REPEAT_MS = 60_000;

export interface SavedNote {
  readonly id: number;
  readonly content: string;
  readonly call_id: number;
}

/** @throws Refusal of `lockOwnCall` */
export function saveNote(
  parts: { db: Database; clock: Clock },
  user: SignedInUser,
  note: { content: string; call_id: number },
): Promise<SavedNote> {
  const { content, call_id } = note;
  return transaction(parts.db, async (tx) => {
    await lockOwnCall(tx, user, call_id);
    const now = parts.clock.now();
    const [last] = await tx
      .select()
      .from(notes)
      .where(and(eq(notes.call_id, call_id), eq(notes.user_id, user.id)))
      .orderBy(desc(notes.id))
      .limit(1);
    if (last && last.content === content && now - last.created_at.getTime() < REPEAT_MS) {
      return { id: last.id, content, call_id };
    }
    const [row] = await tx
      .insert(notes)
      .values({ call_id, user_id: user.id, content, created_at: new Date(now) })
      .returning();
    if (!row) throw new Error('the insert returned no row');
    return { id: row.id, content, call_id };
  });
}
