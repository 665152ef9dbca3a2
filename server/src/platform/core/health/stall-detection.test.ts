import { expect, it } from 'vitest';
import { type Activity, NOT_STALLED, updateStall } from './stall-detection.ts';

const seen = (open: number, answered: number): Activity => ({ open, answered });

it.each<[string, Activity[], number]>([
  ['there was no request', [seen(0, 0), seen(0, 0)], 0],
  ['every check sees new responses', [seen(3, 1), seen(3, 2)], 0],
  ['one request stays open', [seen(1, 0), seen(1, 0), seen(1, 0)], 3],
  ['the response arrived late', [seen(1, 0), seen(1, 0), seen(0, 1)], 0],
  ['the stall started after a response', [seen(2, 5), seen(2, 5)], 1],
])('the stalled checks are counted: %s', (_, activities, checks) => {
  expect(activities.reduce(updateStall, NOT_STALLED).checks).toBe(checks);
});
