import { LIMITS } from '../../core/limits.ts';

/** What a channel is, by its name's prefix. `user` is the one-way channel from the server to a signed-in user. */
export type ChannelKind = 'public' | 'private' | 'encrypted' | 'presence' | 'user';

const USER_PREFIX = '#server-to-user-';
const ALLOWED = /^[A-Za-z0-9_\-=@,.;]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const USER_ALLOWED = /^[^\u0000-\u001f\u007f]+$/;
const CACHE = /^(private-encrypted-|private-|presence-)?cache-/;

export function userChannel(userId: string): string {
  return USER_PREFIX + userId;
}

/** The user's id of a `#server-to-user-…` channel. */
export function userOf(channel: string): string {
  return channel.slice(USER_PREFIX.length);
}

export function kindOf(channel: string): ChannelKind {
  if (channel.startsWith(USER_PREFIX)) return 'user';
  if (channel.startsWith('private-encrypted-')) return 'encrypted';
  if (channel.startsWith('private-')) return 'private';
  if (channel.startsWith('presence-')) return 'presence';
  return 'public';
}

/** Cache channels remember their last event for those who come later. */
export function isCache(channel: string): boolean {
  return CACHE.test(channel);
}

export function isChannelName(name: string): boolean {
  if (kindOf(name) === 'user') {
    const id = userOf(name);
    return id.length <= LIMITS.userIdChars && USER_ALLOWED.test(id);
  }
  return name.length <= LIMITS.channelNameChars && ALLOWED.test(name);
}

/** Names under `pusher:` and `pusher_internal:` belong to the protocol. */
export function isEventName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= LIMITS.eventNameChars &&
    !name.startsWith('pusher:') &&
    !name.startsWith('pusher_internal:')
  );
}
