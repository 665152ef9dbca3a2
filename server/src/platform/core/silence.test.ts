import { expect, it } from 'vitest';
import { type Activity, NOT_SILENT, nextSilence } from './silence.ts';

it.each<[string, Activity[], number]>([
  [
    'nothing was asked',
    [
      { open: 0, answered: 0 },
      { open: 0, answered: 0 },
    ],
    0,
  ],
  [
    'every check sees new answers',
    [
      { open: 3, answered: 1 },
      { open: 3, answered: 2 },
    ],
    0,
  ],
  [
    'one question stays open',
    [
      { open: 1, answered: 0 },
      { open: 1, answered: 0 },
      { open: 1, answered: 0 },
    ],
    3,
  ],
  [
    'the answer came after all',
    [
      { open: 1, answered: 0 },
      { open: 1, answered: 0 },
      { open: 0, answered: 1 },
    ],
    0,
  ],
  [
    'silence began after an answer',
    [
      { open: 2, answered: 5 },
      { open: 2, answered: 5 },
    ],
    1,
  ],
])('counts the silent checks when %s', (_, activities, checks) => {
  expect(activities.reduce(nextSilence, NOT_SILENT).checks).toBe(checks);
});
