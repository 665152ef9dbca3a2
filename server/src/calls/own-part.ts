import { isParty } from '@offhook/contract/permissions';
import type { Database } from '../platform/database/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { type Loaded, lockConversation } from './conversations.ts';
import type { CallUser } from './core/call-user.ts';

/** A running call, locked, with the user's own part in it. */
export interface OwnPart {
  readonly loaded: Loaded;
  readonly callUser: CallUser;
}

/**
 * @param placing also the part of an agent who placed the call and whose device is still connecting
 * @throws Refusal notFound for a call of nobody or of another account; callEnded when it is over, or over for this user;
 *   forbidden for a call of colleagues, and for somebody who is no party of it
 */
export async function lockOwnPart(
  tx: Database,
  user: SignedInUser,
  callId: number,
  { placing = false } = {},
): Promise<OwnPart> {
  const loaded = await lockConversation(tx, callId);
  if (!loaded || loaded.facts.accountId !== user.account_id) throw new ApiError('notFound');
  const parts = loaded.conversation.callUsers.filter(({ userId }) => userId === user.id);
  const callUser = parts.find(
    ({ status, type }) => status === 'accepted' || (placing && status === 'ringing' && type === 'outbound'),
  );
  if (!callUser) throw new ApiError(parts.some(({ acceptedAt }) => acceptedAt) ? 'callEnded' : 'forbidden');
  if (!isParty(callUser.type)) throw new ApiError('forbidden');
  return { loaded, callUser };
}
