import { describe, expect, it } from 'vitest';
import { alternate, spreadOf } from './spread.ts';

describe('a spread', () => {
  it('names the middle and the ends of what was measured, in any order', () => {
    expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ count: 5, min: 1, p50: 3, p99: 5, max: 5 });
  });
  it('of one measurement is that measurement', () => {
    expect(spreadOf([7])).toEqual({ count: 1, min: 7, p50: 7, p99: 7, max: 7 });
  });
});

describe('two measurements', () => {
  it('are taken in turn', async () => {
    const order: string[] = [];
    await alternate(
      2,
      async () => order.push('ours'),
      async () => order.push('peer'),
    );
    expect(order).toEqual(['ours', 'peer', 'ours', 'peer']);
  });
});
