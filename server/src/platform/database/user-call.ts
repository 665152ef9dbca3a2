import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { ApiError } from '../http/api-error.ts';
import type { SignedInUser } from '../http/caller.ts';
import type { Database } from './database.ts';
import { calls, callUsers } from './schema.ts';

export interface UserCall {
  readonly call: typeof calls.$inferSelect;
  readonly callUser: typeof callUsers.$inferSelect;
}

/** Locks the call until the transaction ends. @throws ApiError notFound, or forbidden if the user wasn't in the call */
export async function lockUserCall(tx: Database, user: SignedInUser, callId: number): Promise<UserCall> {
  await tx.select({ id: calls.id }).from(calls).where(eq(calls.id, callId)).for('update');
  return readUserCall(tx, user, callId);
}

/** As `lockUserCall`, without the lock. */
export async function readUserCall(tx: Database, user: SignedInUser, callId: number): Promise<UserCall> {
  const [call] = await tx
    .select()
    .from(calls)
    .where(and(eq(calls.id, callId), eq(calls.account_id, user.account_id)));
  if (!call) throw new ApiError('notFound');
  const [callUser] = await tx
    .select()
    .from(callUsers)
    .where(
      and(eq(callUsers.call_id, callId), eq(callUsers.user_id, user.id), isNotNull(callUsers.accepted_at)),
    )
    .orderBy(desc(callUsers.id))
    .limit(1);
  if (!callUser) throw new ApiError('forbidden');
  return { call, callUser };
}
