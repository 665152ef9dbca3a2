import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { SignedInUser } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import type { Database } from './database.ts';
import { calls, callUsers } from './schema.ts';

export interface OwnCall {
  readonly call: typeof calls.$inferSelect;
  readonly callUser: typeof callUsers.$inferSelect;
}

/**
 * A call that the user was connected to, and their own row of it, locked until the transaction ends.
 * @throws Refusal notFound for a call of nobody or of another account, forbidden for one of colleagues
 */
export async function lockOwnCall(tx: Database, user: SignedInUser, callId: number): Promise<OwnCall> {
  const [call] = await tx
    .select()
    .from(calls)
    .where(and(eq(calls.id, callId), eq(calls.account_id, user.account_id)))
    .for('update');
  if (!call) throw new Refusal('notFound');
  const [callUser] = await tx
    .select()
    .from(callUsers)
    .where(
      and(eq(callUsers.call_id, callId), eq(callUsers.user_id, user.id), isNotNull(callUsers.accepted_at)),
    )
    .orderBy(desc(callUsers.id))
    .limit(1);
  if (!callUser) throw new Refusal('forbidden');
  return { call, callUser };
}
