import { accountChannel, settingsChannel, userChannel } from '@offhook/contract/realtime';
import { realtimeIdentity } from '../accounts/core/page-identity.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import type { ChannelAuth, RealtimeAuth, UserAuth } from '../platform/realtime/realtime-auth.ts';

/** Only for the user's own channel and those of their account. @throws ApiError forbidden, badInput */
export function authorizeChannel(
  realtime: RealtimeAuth,
  user: SignedInUser,
  { socket_id, channel_name }: { socket_id: string; channel_name: string },
): ChannelAuth {
  const isOwn = channel_name === userChannel(user.id);
  const ofAccount = [accountChannel(user.account_id), settingsChannel(user.account_id)];
  if (!isOwn && !ofAccount.includes(channel_name)) throw new ApiError('forbidden');
  const who = isOwn ? { user_id: String(user.id), user_info: { full_name: user.full_name } } : null;
  const signed = realtime.sign(socket_id, channel_name, who);
  if (!signed) throw new ApiError('badInput');
  return signed;
}

/** Signs in the session's identity, so that the connection can be closed when the session ends. @throws ApiError badInput */
export function authorizeConnection(realtime: RealtimeAuth, sessionHash: string, socketId: string): UserAuth {
  const signed = realtime.signIn(socketId, realtimeIdentity(sessionHash));
  if (!signed) throw new ApiError('badInput');
  return signed;
}
