import { MAX_RING_DELAY_S } from '@offhook/contract/limits';
import { expect, it } from 'vitest';
import { RING_DELAY_REASONS, ringDelayReason } from './ring-delay.ts';

it('a pattern matches the reason of every delay, and of earlier versions', () => {
  const [start = '', end = '', ...rest] = RING_DELAY_REASONS.split('%');
  expect([start.length > 10, end.length > 10, rest]).toEqual([true, true, []]);
  const earlier = 'This team waits 1 seconds before it calls a new lead.';
  for (const reason of [earlier, ...[1, 2, MAX_RING_DELAY_S].map(ringDelayReason)]) {
    expect(reason.startsWith(start) && reason.endsWith(end)).toBe(true);
  }
});
