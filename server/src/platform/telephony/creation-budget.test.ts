import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { creationBudget } from './creation-budget.ts';

describe('the budget of calls that may be created', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is spent at once while it lasts, then newest call first, one a second', async () => {
    const budget = creationBudget(1, () => Date.now());
    const order: number[] = [];
    for (const callId of [2, 4, 8, 6]) void budget.take(callId).then(() => order.push(callId));
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual([2]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(order).toEqual([2, 8]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(order).toEqual([2, 8, 6]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(order).toEqual([2, 8, 6, 4]);
  });

  it('never lets more through in any second than it holds', async () => {
    const budget = creationBudget(10, () => Date.now());
    const times: number[] = [];
    for (let n = 0; n < 50; n += 1) void budget.take(n).then(() => times.push(Date.now()));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(times).toHaveLength(50);
    for (const time of times)
      expect(times.filter((other) => other > time && other <= time + 1_000).length).toBeLessThanOrEqual(20);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(3_900);
  });
});
