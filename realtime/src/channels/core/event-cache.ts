import { LIMITS } from '../../core/limits.ts';
import type { LastEvent } from './channel.ts';

interface CachedEvent extends LastEvent {
  expiresAt: number;
  bytes: number;
}

/** The last event of each cache channel, oldest first. Limited by age and bytes (2 per UTF-16 unit). */
export interface EventCache {
  entries: Map<string, CachedEvent>;
  bytes: number;
}

export function newEventCache(): EventCache {
  return { entries: new Map(), bytes: 0 };
}

/** Replaces the channel's last event and evicts the oldest events. Mutates the cache. */
export function rememberEvent(cache: EventCache, channel: string, last: LastEvent, at: number): void {
  drop(cache, channel);
  const bytes = 2 * (channel.length + last.event.length + last.data.length) + 100;
  cache.entries.set(channel, { ...last, expiresAt: at + LIMITS.cacheTtlMs, bytes });
  cache.bytes += bytes;
  for (const [oldest, { expiresAt }] of cache.entries) {
    if (cache.bytes <= LIMITS.cacheBytes && expiresAt > at) return;
    drop(cache, oldest);
  }
}

export function lastEvent(cache: EventCache, channel: string, at: number): LastEvent | null {
  const cached = cache.entries.get(channel);
  return cached !== undefined && cached.expiresAt > at ? { event: cached.event, data: cached.data } : null;
}

export function cachedData(
  cache: EventCache,
  channel: string,
  at: number,
): { data: string; ttl: number } | null {
  const cached = cache.entries.get(channel);
  if (cached === undefined || cached.expiresAt <= at) return null;
  return { data: cached.data, ttl: Math.ceil((cached.expiresAt - at) / 1_000) };
}

function drop(cache: EventCache, channel: string): void {
  const cached = cache.entries.get(channel);
  if (cached === undefined) return;
  cache.entries.delete(channel);
  cache.bytes -= cached.bytes;
}
