import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { CALLBACK_GRACE_MS } from '../../leads/core/call-times/callback-times.ts';
import { type DueCall, nextDueCall, type Pace, reachForPacing } from './due-calls.ts';

const call = (id: number, changes: Partial<DueCall> = {}): DueCall => ({
  id,
  dueAt: 0,
  isCallback: false,
  callbackFor: null,
  ownerId: null,
  heldFor: changes.ownerId ?? null,
  requestedBy: null,
  retry: null,
  leadRetry: null,
  scheduledAt: id,
  ...changes,
});
const oneFree: Pace = {
  now: 0,
  team: ['free', 'occupied', 'away'],
  owners: new Map(),
  requesters: new Map(),
  busyOwners: new Set(),
  callsPerMinute: null,
  callsInLastMinute: 0,
  reachedNoAgent: false,
};
const allOccupied: Partial<Pace> = { team: ['occupied', 'away'] };
const allAway: Partial<Pace> = { team: ['away', 'away'] };

const callback = (id: number, changes: Partial<DueCall> = {}) => call(id, { isCallback: true, ...changes });
const ownCallback = (id: number) => callback(id, { callbackFor: 7, ownerId: 7 });

const rows: readonly [string, readonly DueCall[], Partial<Pace>, number | null][] = [
  ['a team’s oldest call', [call(2), call(1)], {}, 1],
  ['the call with fewer retries', [call(1, { retry: 2 }), call(2, { retry: 1 })], {}, 2],
  ['a first attempt before a follow-up', [call(1, { leadRetry: 1 }), call(2, { retry: 3 })], {}, 2],
  [
    'a call right after one that reached no agent, if an agent is free',
    [call(1)],
    { reachedNoAgent: true },
    1,
  ],
  ['no call while all agents are occupied', [call(1)], allOccupied, null],
  ['a call when no agent can be reached', [call(1)], allAway, 1],
  ['a call when the team has no agents', [call(1)], { team: [] }, 1],
  [
    'no call within a minute of one that reached no agent',
    [call(1)],
    { ...allAway, reachedNoAgent: true },
    null,
  ],
  ['no call above the team’s limit', [call(1)], { callsPerMinute: 2, callsInLastMinute: 2 }, null],
  ['a call below the team’s limit', [call(1)], { callsPerMinute: 2, callsInLastMinute: 1 }, 1],
  [
    'no call for an owner with another one in progress, but the next lead’s',
    [call(1, { ownerId: 7 }), call(2)],
    { busyOwners: new Set([7]) },
    2,
  ],
  [
    'a call for a free owner while the team is occupied',
    [call(1), call(2, { ownerId: 7 })],
    { ...allOccupied, owners: new Map([[7, 'free']]) },
    2,
  ],
  [
    'an owner’s call for the team while the owner is occupied',
    [call(1, { ownerId: 7 })],
    { owners: new Map([[7, 'occupied']]) },
    1,
  ],
  [
    'no call while the owner is occupied and the team is away',
    [call(1, { ownerId: 7 })],
    { ...allAway, owners: new Map([[7, 'occupied']]) },
    null,
  ],
  [
    'no call for the team if a single agent requested it and is occupied',
    [call(1, { requestedBy: 7 })],
    { requesters: new Map([[7, 'occupied']]) },
    null,
  ],
  [
    'a call for the agent who requested it while the team is occupied',
    [call(1), call(2, { requestedBy: 7 })],
    { ...allOccupied, requesters: new Map([[7, 'free']]) },
    2,
  ],
  ['a team’s callback before any attempt', [call(1), callback(2)], {}, 2],
  [
    'the callback that is due longest',
    [callback(1, { dueAt: 20 }), callback(2, { dueAt: 10 })],
    { now: 30 },
    2,
  ],
  [
    'an agent’s callback while they are free and the team is occupied',
    [ownCallback(1)],
    { ...allOccupied, owners: new Map([[7, 'free']]) },
    1,
  ],
  [
    'an attempt while the agent of a callback is occupied',
    [ownCallback(1), call(2)],
    { owners: new Map([[7, 'occupied']]) },
    2,
  ],
  ['no callback while its agent is away for a moment', [ownCallback(1)], {}, null],
  ['an agent’s callback for the team after the wait', [ownCallback(1)], { now: CALLBACK_GRACE_MS }, 1],
  [
    'a callback after the wait while its agent has another call in progress',
    [callback(1, { callbackFor: 7, ownerId: 7, heldFor: null })],
    { now: CALLBACK_GRACE_MS, busyOwners: new Set([7]), owners: new Map([[7, 'occupied']]) },
    1,
  ],
  [
    'no callback within the wait',
    [ownCallback(1)],
    { now: CALLBACK_GRACE_MS - 1, owners: new Map([[7, 'away']]) },
    null,
  ],
  ['no callback above the team’s limit', [callback(1)], { callsPerMinute: 1, callsInLastMinute: 1 }, null],
];

it.each(rows)('the scheduler selects %s', (_title, due, changes, expected) => {
  expect(nextDueCall(due, { ...oneFree, ...changes })?.id ?? null).toBe(expected);
});

it('a full queue gives each free agent one lead at a time, the oldest first, and none to the others', () => {
  const agents = fc.array(fc.constantFrom('free' as const, 'occupied' as const, 'away' as const), {
    minLength: 1,
    maxLength: 8,
  });
  const leads = fc.array(
    fc.record({
      owner: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
      retry: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
      leadRetry: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(agents, leads, (start, wanted) => {
      const team = [...start];
      let due = wanted.map(({ owner, retry, leadRetry }, index) =>
        call(index + 1, { ownerId: owner, retry, leadRetry }),
      );
      const busyOwners = new Set<number>();
      const offered: DueCall[] = [];
      let reachedNoAgent = false;
      for (;;) {
        const next = nextDueCall(due, { ...oneFree, team, busyOwners, reachedNoAgent });
        if (next === null) break;
        due = due.filter(({ id }) => id !== next.id);
        const agent = team.indexOf('free');
        if (agent === -1) {
          expect(team).not.toContain('occupied');
          expect(reachedNoAgent).toBe(false);
          reachedNoAgent = true;
          continue;
        }
        team[agent] = 'occupied';
        offered.push(next);
        if (next.ownerId !== null) busyOwners.add(next.ownerId);
      }
      const free = start.filter((agent) => agent === 'free').length;
      expect(offered.length).toBeLessThanOrEqual(free);
      const owners = offered.flatMap(({ ownerId }) => ownerId ?? []);
      expect(new Set(owners).size).toBe(owners.length);
      // An agent stays free only if each lead left has an owner with a lead in progress.
      if (offered.length < free)
        expect(due.every(({ ownerId }) => ownerId !== null && busyOwners.has(ownerId))).toBe(true);
      const order = ({ leadRetry, retry, scheduledAt }: DueCall) =>
        (leadRetry ?? 0) * 10_000 + (retry ?? 0) * 100 + scheduledAt;
      expect(offered.map(order)).toEqual(offered.map(order).sort((a, b) => a - b));
    }),
  );
});

it.each([
  ['free', null, 'free'],
  ['free', 100_001, 'away'],
  ['free', 159_999, 'away'],
  ['free', 100_000, 'free'],
  ['free', 160_001, 'free'],
  ['occupied', 159_999, 'occupied'],
  ['away', null, 'away'],
] as const)('an agent who is %s and missed a ring at %s is %s at 160,000', (reach, missedAt, expected) => {
  expect(reachForPacing(reach, missedAt, 160_000)).toBe(expected);
});
