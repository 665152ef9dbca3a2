import { and, desc, eq, isNotNull, ne } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { callUsers, notes, users } from '../../platform/database/schema.ts';

export interface RunningNote {
  readonly content: string;
  readonly agent: string;
  readonly at: Date;
}

/** The newest note of a running call, saved or handed over by another agent than this one. */
export async function readRunningNote(
  db: Database,
  callId: number,
  userId: number,
): Promise<RunningNote | null> {
  const [saved] = await db
    .select({ content: notes.content, agent: users.full_name, at: notes.created_at })
    .from(notes)
    .innerJoin(users, eq(users.id, notes.user_id))
    .where(eq(notes.call_id, callId))
    .orderBy(desc(notes.id))
    .limit(1);
  const [handedOver] = await db
    .select({
      content: callUsers.hand_over_note,
      agent: users.full_name,
      accepted: callUsers.accepted_at,
      created: callUsers.created_at,
    })
    .from(callUsers)
    .innerJoin(users, eq(users.id, callUsers.user_id))
    .where(
      and(
        eq(callUsers.call_id, callId),
        isNotNull(callUsers.hand_over_note),
        // Their own phone still has it, as a draft.
        ne(callUsers.user_id, userId),
      ),
    )
    .orderBy(desc(callUsers.id))
    .limit(1);
  if (!handedOver?.content) return saved ?? null;
  const { content, agent, accepted, created } = handedOver;
  const at = accepted ?? created;
  return saved && saved.at > at ? saved : { content, agent, at };
}

/** Stays until this agent's note is saved. */
export async function storeHandOverNote(
  tx: Database,
  callUserId: number,
  note: string | null | undefined,
): Promise<void> {
  await tx
    .update(callUsers)
    .set({ hand_over_note: note || null })
    .where(eq(callUsers.id, callUserId));
}
