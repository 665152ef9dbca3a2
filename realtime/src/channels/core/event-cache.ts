import { LIMITS } from '../../core/limits.ts';
import type { LastEvent } from './channel.ts';

interface Kept extends LastEvent {
  until: number;
  bytes: number;
}

/** The last event of each cache channel, oldest first; bounded in age and in bytes (UTF-16 units, doubled). */
export interface EventCache {
  kept: Map<string, Kept>;
  bytes: number;
}

export function newEventCache(): EventCache {
  return { kept: new Map(), bytes: 0 };
}

/** Keeps the event in place of the channel's last one; the oldest give way. The cache is changed in place. */
export function keep(cache: EventCache, channel: string, last: LastEvent, at: number): void {
  drop(cache, channel);
  const bytes = 2 * (channel.length + last.event.length + last.data.length) + 100;
  cache.kept.set(channel, { ...last, until: at + LIMITS.cacheTtlMs, bytes });
  cache.bytes += bytes;
  for (const [oldest, { until }] of cache.kept) {
    if (cache.bytes <= LIMITS.cacheBytes && until > at) return;
    drop(cache, oldest);
  }
}

export function lastOf(cache: EventCache, channel: string, at: number): LastEvent | null {
  const kept = cache.kept.get(channel);
  return kept !== undefined && kept.until > at ? { event: kept.event, data: kept.data } : null;
}

/** The last event's data, and for how many seconds more it is remembered; null when there is none. */
export function cachedData(
  cache: EventCache,
  channel: string,
  at: number,
): { data: string; ttl: number } | null {
  const kept = cache.kept.get(channel);
  if (kept === undefined || kept.until <= at) return null;
  return { data: kept.data, ttl: Math.ceil((kept.until - at) / 1_000) };
}

function drop(cache: EventCache, channel: string): void {
  const kept = cache.kept.get(channel);
  if (kept === undefined) return;
  cache.kept.delete(channel);
  cache.bytes -= kept.bytes;
}
