import { describe, expect, it } from 'vitest';
import { alternate, summarize } from './statistics.ts';

describe('a summary', () => {
  it('has the median and the extremes of unsorted values', () => {
    expect(summarize([5, 1, 4, 2, 3])).toEqual({ count: 5, min: 1, p50: 3, p90: 5, p99: 5, max: 5 });
  });
  it('of a single value has that value in every figure', () => {
    expect(summarize([7])).toEqual({ count: 1, min: 7, p50: 7, p90: 7, p99: 7, max: 7 });
  });
});

describe('two measurements', () => {
  it('alternate', async () => {
    const order: string[] = [];
    await alternate(
      2,
      async () => order.push('ours'),
      async () => order.push('baseline'),
    );
    expect(order).toEqual(['ours', 'baseline', 'ours', 'baseline']);
  });
});
