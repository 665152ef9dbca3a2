import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCallRateLimiter } from './call-rate-limiter.ts';

describe('the call rate limiter', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('allows a burst, then one call per second, newest first', async () => {
    const limiter = createCallRateLimiter(1, () => Date.now());
    const order: number[] = [];
    for (const callId of [2, 4, 8, 6]) void limiter.acquire(callId).then(() => order.push(callId));
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual([2]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(order).toEqual([2, 8]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(order).toEqual([2, 8, 6]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(order).toEqual([2, 8, 6, 4]);
  });

  it('never exceeds the limit within any second', async () => {
    const limiter = createCallRateLimiter(10, () => Date.now());
    const times: number[] = [];
    for (let n = 0; n < 50; n += 1) void limiter.acquire(n).then(() => times.push(Date.now()));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(times).toHaveLength(50);
    for (const time of times)
      expect(times.filter((other) => other > time && other <= time + 1_000).length).toBeLessThanOrEqual(20);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(3_900);
  });

  it('has no room while the calls that are expected will use it up', async () => {
    const limiter = createCallRateLimiter(2, () => Date.now());
    const [first, second] = [limiter.expect(1), limiter.expect(2)];
    expect(limiter.hasRoom()).toBe(false);
    second.end();
    expect(limiter.hasRoom()).toBe(true);
    await first.acquire();
    first.end();
    expect(limiter.hasRoom()).toBe(true);
    await limiter.acquire(3);
    expect(limiter.hasRoom()).toBe(false);
  });

  it('gives a place that wasn’t used to the next call at once', async () => {
    const limiter = createCallRateLimiter(1, () => Date.now());
    const [first, second] = [limiter.expect(1), limiter.expect(2)];
    await first.acquire();
    const order: number[] = [];
    void second.acquire().then(() => order.push(2));
    void limiter.acquire(1).then(() => order.push(1));
    expect([first.hasWaited(), second.hasWaited()]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(order).toEqual([2]);
    limiter.giveBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual([2, 1]);
    await vi.advanceTimersByTimeAsync(0);
    expect(limiter.hasRoom()).toBe(false);
  });
});
