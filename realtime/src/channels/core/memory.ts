import { LIMITS } from '../../core/limits.ts';
import { kindOf } from './channel-name.ts';
import type { Member } from './member.ts';

/** How many bytes clients may make the process hold; estimates, and bounds that grow with the connections it serves. */

/** A subscription, by measurements of V8's heap, rounded up. */
export function subscriptionBytes(channel: string, member: Member | null): number {
  const person = member === null ? 0 : 400 + 2 * (member.userId.length + (member.info?.length ?? 0));
  return 600 + 2 * channel.length + person;
}

/** All subscriptions; those to public channels are part of both. */
export interface SubscribedBytes {
  all: number;
  public: number;
}

/**
 * Whether one more subscription of so many bytes fits. Public channels take no signature, so strangers could fill the
 * memory with them: they have half of it at most.
 */
export function fitsSubscription(
  held: SubscribedBytes,
  channel: string,
  bytes: number,
  maxConnections: number,
): boolean {
  const most = maxConnections * LIMITS.subscribedBytesPerConnection;
  if (held.all + bytes > most) return false;
  return kindOf(channel) !== 'public' || held.public + bytes <= most / 2;
}

/** Which holders must go, the heaviest first, so that the rest holds no more than the process may for its sockets. */
export function tooHeavy<Holder extends { heldBytes: number }>(
  holders: readonly Holder[],
  maxConnections: number,
): Holder[] {
  const most = Math.max(LIMITS.socketBytesAtLeast, maxConnections * LIMITS.socketBytesPerConnection);
  let held = holders.reduce((sum, { heldBytes }) => sum + heldBytes, 0);
  if (held <= most) return [];
  const gone: Holder[] = [];
  for (const holder of [...holders].sort((a, b) => b.heldBytes - a.heldBytes)) {
    if (held <= most) break;
    held -= holder.heldBytes;
    gone.push(holder);
  }
  return gone;
}
