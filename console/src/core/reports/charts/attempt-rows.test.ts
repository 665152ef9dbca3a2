import { expect, test } from 'vitest';
import { attemptRows } from './attempt-rows.ts';

test('attempts without contacts are shown between others; only the sixth includes later ones', () => {
  const rows = attemptRows([
    { attempt: 1, leads: 5 },
    { attempt: 3, leads: 2 },
  ]);
  expect(rows.map(({ leads, isLast }) => [leads, isLast])).toEqual([
    [5, false],
    [0, false],
    [2, false],
  ]);
  expect(attemptRows([{ attempt: 6, leads: 1 }]).map(({ isLast }) => isLast)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ]);
  expect(attemptRows([])).toEqual([]);
});
