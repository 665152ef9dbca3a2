import { expect, test } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { keep, lastOf, newEventCache } from './event-cache.ts';

test('the last event is kept for its time', () => {
  const cache = newEventCache();
  keep(cache, 'cache-a', { event: 'e', data: '1' }, 0);
  keep(cache, 'cache-a', { event: 'e', data: '2' }, 10);
  expect(lastOf(cache, 'cache-a', 10)).toEqual({ event: 'e', data: '2' });
  expect(lastOf(cache, 'cache-b', 10)).toBe(null);
  expect(lastOf(cache, 'cache-a', 10 + LIMITS.cacheTtlMs)).toBe(null);
});

test('the memory for all of them is bounded, and the oldest give way', () => {
  const cache = newEventCache();
  const data = 'x'.repeat(LIMITS.eventDataBytes);
  for (let n = 0; n < 3_000; n += 1) keep(cache, `cache-${n}`, { event: 'e', data }, n);
  expect(cache.bytes).toBeLessThanOrEqual(LIMITS.cacheBytes);
  expect(lastOf(cache, 'cache-0', 3_000)).toBe(null);
  expect(lastOf(cache, 'cache-2999', 3_000)).toEqual({ event: 'e', data });
});

test('what is too old goes when something new comes', () => {
  const cache = newEventCache();
  keep(cache, 'cache-a', { event: 'e', data: '1' }, 0);
  keep(cache, 'cache-b', { event: 'e', data: '1' }, LIMITS.cacheTtlMs);
  expect([...cache.kept.keys()]).toEqual(['cache-b']);
});
