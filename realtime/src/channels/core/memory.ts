import { LIMITS } from '../../core/limits.ts';
import { channelKind } from './channel-name.ts';
import type { Member } from './member.ts';

/** Estimates of the memory that clients use, with limits proportional to `maxConnections`. */

export function subscriptionBytes(channel: string, member: Member | null): number {
  const memberBytes = member === null ? 0 : 400 + 2 * (member.userId.length + (member.info?.length ?? 0));
  return 600 + 2 * channel.length + memberBytes;
}

export interface SubscribedBytes {
  all: number;
  public: number;
}

/**
 * Public channels need no signature, so an unauthenticated client could fill the memory with them: they may use at
 * most half.
 */
export function subscriptionFits(
  held: SubscribedBytes,
  channel: string,
  bytes: number,
  maxConnections: number,
): boolean {
  const limit = maxConnections * LIMITS.subscribedBytesPerConnection;
  if (held.all + bytes > limit) return false;
  return channelKind(channel) !== 'public' || held.public + bytes <= limit / 2;
}

/** The holders to drop, largest first, so that the rest stays within the limit. */
export function largestOverLimit<Holder extends { bufferedBytes: number }>(
  holders: readonly Holder[],
  maxConnections: number,
): Holder[] {
  const limit = Math.max(LIMITS.minSocketBytes, maxConnections * LIMITS.socketBytesPerConnection);
  let held = holders.reduce((sum, { bufferedBytes }) => sum + bufferedBytes, 0);
  if (held <= limit) return [];
  const dropped: Holder[] = [];
  for (const holder of [...holders].sort((a, b) => b.bufferedBytes - a.bufferedBytes)) {
    if (held <= limit) break;
    held -= holder.bufferedBytes;
    dropped.push(holder);
  }
  return dropped;
}
