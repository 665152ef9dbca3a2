import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Member, priorityGroups, removeMember, setPriority, sortedById } from './ringing-order.ts';

const names = ['', 'Zoë', 'ann', 'Émile', 'Bob'];
const nameOf = (id: number) => names[id] ?? `Agent ${id}`;
const team: readonly Member[] = [
  { user_id: 1, priority_group: 1 },
  { user_id: 2, priority_group: 1 },
  { user_id: 3, priority_group: 4 },
];

describe('the ringing order', () => {
  it('is sorted by group and name, with an empty group at the end', () => {
    expect(priorityGroups(team, nameOf)).toEqual([
      { group: 1, userIds: [2, 1], isNew: false },
      { group: 4, userIds: [3], isNew: false },
      { group: 5, userIds: [], isNew: true },
    ]);
  });

  it('of an empty team has only the first group', () => {
    expect(priorityGroups([], nameOf)).toEqual([{ group: 1, userIds: [], isNew: true }]);
  });

  it("has no empty group beyond the server's limit", () => {
    expect(priorityGroups([{ user_id: 1, priority_group: 99 }], nameOf)).toHaveLength(1);
  });

  it('is unchanged after an agent is moved away and back', () => {
    expect(setPriority(setPriority(team, 1, 2), 1, 1)).toEqual(team);
  });

  it('adds and removes agents', () => {
    expect(removeMember(setPriority(team, 4, 4), 3)).toEqual([
      { user_id: 1, priority_group: 1 },
      { user_id: 2, priority_group: 1 },
      { user_id: 4, priority_group: 4 },
    ]);
  });

  it('has every agent once after any moves', () => {
    const drops = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 99 })));
    fc.assert(
      fc.property(drops, (all) => {
        const members = all.reduce<readonly Member[]>(
          (now, [id, group]) => setPriority(now, id, group),
          team,
        );
        const ids = members.map(({ user_id }) => user_id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(members).toEqual(sortedById(members));
        const shown = priorityGroups(members, nameOf).flatMap(({ userIds }) => userIds);
        expect([...shown].sort((a, b) => a - b)).toEqual(ids);
      }),
    );
  });
});
