import { expect, it } from 'vitest';
import { type Activity, NOT_SILENT, nextSilence } from './silence.ts';

const seen = (open: number, answered: number): Activity => ({ open, answered });

it.each<[string, Activity[], number]>([
  ['nothing was asked', [seen(0, 0), seen(0, 0)], 0],
  ['every check sees new answers', [seen(3, 1), seen(3, 2)], 0],
  ['one question stays open', [seen(1, 0), seen(1, 0), seen(1, 0)], 3],
  ['the answer came after all', [seen(1, 0), seen(1, 0), seen(0, 1)], 0],
  ['silence began after an answer', [seen(2, 5), seen(2, 5)], 1],
])('counts the silent checks when %s', (_, activities, checks) => {
  expect(activities.reduce(nextSilence, NOT_SILENT).checks).toBe(checks);
});
