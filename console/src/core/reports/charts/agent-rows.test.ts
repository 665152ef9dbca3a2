import { describe, expect, test } from 'vitest';
import { type AgentRow, missedOutliers, nextSort, parseSort, sortAgents, sortText } from './agent-rows.ts';

const row = (id: number, fields: Partial<AgentRow>): AgentRow => ({
  id,
  name: `Agent ${id}`,
  contacted: 0,
  calls: 10,
  rate: null,
  talkSeconds: 0,
  speedMs: null,
  missed: 0,
  ...fields,
});

describe('the agents of a report', () => {
  const rows = [
    row(1, { name: 'Ömer', contacted: 3, speedMs: 5_000, rate: 0.5 }),
    row(2, { name: 'Zoe', contacted: 7, speedMs: null, rate: 0.2 }),
    row(3, { name: 'Ana', contacted: 3, speedMs: 900, rate: null }),
  ];
  test.each([
    ['-contacted', [2, 3, 1]],
    ['contacted', [3, 1, 2]],
    ['name', [3, 1, 2]],
    ['-name', [2, 1, 3]],
    ['speed', [3, 1, 2]],
    ['-speed', [1, 3, 2]],
    ['-rate', [1, 2, 3]],
    ['rate', [2, 1, 3]],
  ])('sorted by %j are %j: equal rows by name, unmeasured ones last', (sort, ids) => {
    expect(sortAgents(rows, parseSort(sort)).map(({ id }) => id)).toEqual(ids);
    expect(sortText(parseSort(sort))).toBe(sort);
  });

  test('begin with the most, the fastest or A; a second click reverses', () => {
    const now = { key: 'contacted', descending: true } as const;
    expect(nextSort(now, 'missed')).toEqual({ key: 'missed', descending: true });
    expect(nextSort(now, 'name')).toEqual({ key: 'name', descending: false });
    expect(nextSort(now, 'speed')).toEqual({ key: 'speed', descending: false });
    expect(nextSort(now, 'contacted')).toEqual({ key: 'contacted', descending: false });
  });

  test('who missed more than twice the median of rings, and at least 5, stand out', () => {
    const missed = (...counts: number[]) => [
      ...missedOutliers(counts.map((count, id) => row(id, { missed: count }))),
    ];
    expect(missed(2, 4, 3, 6, 5, 4, 7, 14)).toEqual([7]);
    expect(missed(0, 0, 0, 4)).toEqual([]);
    expect(missed(0, 0, 0, 5)).toEqual([3]);
    expect(missed(10, 10, 10)).toEqual([]);
  });

  test('without calls don’t lower the median', () => {
    const idle = [1, 2, 3, 4].map((id) => row(id, { calls: 0 }));
    expect([...missedOutliers([...idle, row(5, { missed: 6 }), row(6, { missed: 8 })])]).toEqual([]);
  });
});
