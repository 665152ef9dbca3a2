import { accountChannel, userChannel } from '@offhook/contract/realtime';
import { realtimeIdentity } from '../accounts/core/page-identity.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import type { ChannelAuth, RealtimeAuth, UserAuth } from '../platform/realtime/realtime-auth.ts';

/**
 * Lets a user into their own channel and that of their account, and nowhere else.
 * @throws Refusal forbidden, badInput
 */
export function channelAccess(
  realtime: RealtimeAuth,
  user: SignedInUser,
  { socket_id, channel_name }: { socket_id: string; channel_name: string },
): ChannelAuth {
  const isOwn = channel_name === userChannel(user.id);
  if (!isOwn && channel_name !== accountChannel(user.account_id)) throw new ApiError('forbidden');
  const who = isOwn ? { user_id: String(user.id), user_info: { full_name: user.full_name } } : null;
  const signed = realtime.sign(socket_id, channel_name, who);
  if (!signed) throw new ApiError('badInput');
  return signed;
}

/**
 * Names a connection after its session, so that the session's end is the connection's.
 * @throws Refusal badInput
 */
export function connectionAccess(realtime: RealtimeAuth, sessionHash: string, socketId: string): UserAuth {
  const signed = realtime.signIn(socketId, realtimeIdentity(sessionHash));
  if (!signed) throw new ApiError('badInput');
  return signed;
}
