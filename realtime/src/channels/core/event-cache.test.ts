import { expect, test } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { lastEvent, newEventCache, rememberEvent } from './event-cache.ts';

test('the last event of a channel is cached until it expires', () => {
  const cache = newEventCache();
  rememberEvent(cache, 'cache-a', { event: 'e', data: '1' }, 0);
  rememberEvent(cache, 'cache-a', { event: 'e', data: '2' }, 10);
  expect(lastEvent(cache, 'cache-a', 10)).toEqual({ event: 'e', data: '2' });
  expect(lastEvent(cache, 'cache-b', 10)).toBe(null);
  expect(lastEvent(cache, 'cache-a', 10 + LIMITS.cacheTtlMs)).toBe(null);
});

test("the cache's size is limited and the oldest events are evicted", () => {
  const cache = newEventCache();
  const data = 'x'.repeat(LIMITS.eventDataBytes);
  for (let n = 0; n < 3_000; n += 1) rememberEvent(cache, `cache-${n}`, { event: 'e', data }, n);
  expect(cache.bytes).toBeLessThanOrEqual(LIMITS.cacheBytes);
  expect(lastEvent(cache, 'cache-0', 3_000)).toBe(null);
  expect(lastEvent(cache, 'cache-2999', 3_000)).toEqual({ event: 'e', data });
});

test('a new event evicts expired ones', () => {
  const cache = newEventCache();
  rememberEvent(cache, 'cache-a', { event: 'e', data: '1' }, 0);
  rememberEvent(cache, 'cache-b', { event: 'e', data: '1' }, LIMITS.cacheTtlMs);
  expect([...cache.entries.keys()]).toEqual(['cache-b']);
});
