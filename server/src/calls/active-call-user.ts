import { isParty } from '@offhook/contract/accounts/permissions';
import type { Database } from '../platform/database/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { type LoadedConversation, lockConversation } from './conversations.ts';
import type { CallUser } from './core/call-user.ts';

export interface ActiveCallUser {
  readonly loaded: LoadedConversation;
  readonly callUser: CallUser;
}

/**
 * `includePlacing` also finds the agent who placed the call while their device is still connecting.
 * @throws ApiError notFound, callEnded (at least for this user), or forbidden (a colleague's call, or a supervisor who
 *   isn't a party)
 */
export async function lockActiveCallUser(
  tx: Database,
  user: SignedInUser,
  callId: number,
  { includePlacing = false } = {},
): Promise<ActiveCallUser> {
  const loaded = await lockConversation(tx, callId);
  if (!loaded || loaded.facts.accountId !== user.account_id) throw new ApiError('notFound');
  const inCall = loaded.conversation.callUsers.filter(({ userId }) => userId === user.id);
  const callUser = inCall.find(
    ({ status, type }) =>
      status === 'accepted' || (includePlacing && status === 'ringing' && type === 'outbound'),
  );
  if (!callUser) throw new ApiError(inCall.some(({ acceptedAt }) => acceptedAt) ? 'callEnded' : 'forbidden');
  if (!isParty(callUser.type)) throw new ApiError('forbidden');
  return { loaded, callUser };
}
