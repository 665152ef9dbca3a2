import { LIMITS } from '../../core/limits.ts';

/** The kind follows from the name's prefix. `user` is the one-way channel from the server to a signed-in user. */
export type ChannelKind = 'public' | 'private' | 'encrypted' | 'presence' | 'user';

const USER_PREFIX = '#server-to-user-';
const CHANNEL_NAME = /^[A-Za-z0-9_\-=@,.;]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it rejects them.
const USER_ID = /^[^\u0000-\u001f\u007f]+$/;
const CACHE_NAME = /^(private-encrypted-|private-|presence-)?cache-/;

export function userChannel(userId: string): string {
  return USER_PREFIX + userId;
}

export function channelUserId(channel: string): string {
  return channel.slice(USER_PREFIX.length);
}

export function channelKind(channel: string): ChannelKind {
  if (channel.startsWith(USER_PREFIX)) return 'user';
  if (channel.startsWith('private-encrypted-')) return 'encrypted';
  if (channel.startsWith('private-')) return 'private';
  if (channel.startsWith('presence-')) return 'presence';
  return 'public';
}

/** Cache channels send their last event to new subscribers. */
export function isCacheChannel(channel: string): boolean {
  return CACHE_NAME.test(channel);
}

export function isChannelName(name: string): boolean {
  if (channelKind(name) === 'user') {
    const id = channelUserId(name);
    return id.length <= LIMITS.userIdChars && USER_ID.test(id);
  }
  return name.length <= LIMITS.channelNameChars && CHANNEL_NAME.test(name);
}

/** `pusher:` and `pusher_internal:` are reserved for the protocol. */
export function isEventName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= LIMITS.eventNameChars &&
    !name.startsWith('pusher:') &&
    !name.startsWith('pusher_internal:')
  );
}
