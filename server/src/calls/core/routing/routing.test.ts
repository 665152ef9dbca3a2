import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, type Choice, chooseRings, MAX_PAUSE_MS, reach } from './routing.ts';
import { agent } from './test-candidate.ts';

const ring = (...userIds: number[]): Choice => ({ type: 'ring', userIds, lastRungUserId: null });
const turn = (userId: number): Choice => ({ type: 'ring', userIds: [userId], lastRungUserId: userId });
const noAgent = (status: 'missed' | 'busy' | 'offline') => ({ type: 'none', status });

const NOW = Date.UTC(2026, 2, 2, 12);

type Mode = Parameters<typeof chooseRings>[0];
const SIMULTANEOUS: Mode = { mode: 'simultaneous', lastRungUserId: 0 };
const roundRobinFrom = (lastRungUserId: number): Mode => ({ mode: 'round_robin', lastRungUserId });

const rows: readonly [string, Mode, readonly Candidate[], object][] = [
  [
    'rings the whole first group at the same time',
    SIMULTANEOUS,
    [agent(3), agent(1), agent(2, { group: 2 })],
    ring(1, 3),
  ],
  [
    'rings the next group once the first was rung',
    SIMULTANEOUS,
    [agent(1, { tried: true }), agent(2, { group: 2 })],
    ring(2),
  ],
  ['rings only available agents', SIMULTANEOUS, [agent(1, { unavailable: 'wrap-up' }), agent(2)], ring(2)],
  [
    'rings only agents within their hours',
    SIMULTANEOUS,
    [agent(1, { inSchedule: false }), agent(2)],
    ring(2),
  ],
  ['rings the owner first, alone', SIMULTANEOUS, [agent(1), agent(2, { isOwner: true })], ring(2)],
  [
    'rings an owner who is on no team',
    SIMULTANEOUS,
    [agent(1), agent(9, { isOwner: true, group: null })],
    ring(9),
  ],
  [
    'rings the team when the owner is unavailable',
    SIMULTANEOUS,
    [agent(1), agent(2, { isOwner: true, unavailable: 'offline' })],
    ring(1),
  ],
  [
    'rings the team after the owner did not accept',
    SIMULTANEOUS,
    [agent(1), agent(2, { isOwner: true, tried: true })],
    ring(1),
  ],
  ['starts round robin with the lowest ID', roundRobinFrom(0), [agent(1), agent(2), agent(3)], turn(1)],
  ['continues round robin after the last agent', roundRobinFrom(1), [agent(1), agent(2), agent(3)], turn(2)],
  ['starts over at the end of round robin', roundRobinFrom(3), [agent(1), agent(2), agent(3)], turn(1)],
  [
    'skips unavailable agents in round robin',
    roundRobinFrom(1),
    [agent(1), agent(2, { unavailable: 'on-call' }), agent(3)],
    turn(3),
  ],
  [
    'returns offline if no agent is within their hours',
    SIMULTANEOUS,
    [agent(1, { inSchedule: false })],
    noAgent('offline'),
  ],
  ['returns offline for a team without members', SIMULTANEOUS, [], noAgent('offline')],
  [
    'returns busy if one agent is on a call and no other is reachable',
    SIMULTANEOUS,
    [agent(1, { unavailable: 'on-call' }), agent(2, { unavailable: 'offline' })],
    noAgent('busy'),
  ],
  [
    'returns busy if an agent is in wrap-up',
    SIMULTANEOUS,
    [agent(1, { unavailable: 'wrap-up' })],
    noAgent('busy'),
  ],
  [
    'returns missed if no phone is open',
    SIMULTANEOUS,
    [agent(1, { unavailable: 'offline' })],
    noAgent('missed'),
  ],
  [
    'returns missed if an agent was already rung',
    SIMULTANEOUS,
    [agent(1, { tried: true }), agent(2, { unavailable: 'on-call' })],
    noAgent('missed'),
  ],
];

describe('chooseRings', () => {
  it.each(rows)('%s', (_label, mode, candidates, expected) => {
    expect(chooseRings(mode, candidates, NOW)).toMatchObject(expected);
  });

  it('is fair: in any round-robin sequence the available agents’ turns differ by at most one', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 8 }),
        fc.nat(40),
        (ids, turns) => {
          const counts = new Map(ids.map((id) => [id, 0]));
          let lastRungUserId = 0;
          for (let n = 0; n < turns; n += 1) {
            const all = ids.map((id) => agent(id));
            const choice = chooseRings(roundRobinFrom(lastRungUserId), all, NOW);
            if (choice.type !== 'ring' || choice.lastRungUserId === null)
              throw new Error('no agent was chosen');
            lastRungUserId = choice.lastRungUserId;
            counts.set(lastRungUserId, (counts.get(lastRungUserId) ?? 0) + 1);
          }
          expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('a fallback team', () => {
  const [teamMode, fallbackMode] = [SIMULTANEOUS, roundRobinFrom(0)];
  const fallbackAgent = (userId: number, changes: Partial<Candidate> = {}) =>
    agent(userId, { isFallback: true, ...changes });

  it('is rung in its own mode when the team has no agent left', () => {
    const team = [agent(1), agent(2, { unavailable: 'offline' }), fallbackAgent(7), fallbackAgent(8)];
    expect(chooseRings(teamMode, team, NOW, fallbackMode)).toEqual(ring(1));
    const tried = team.map((one) => (one.userId === 1 ? { ...one, tried: true } : one));
    expect(chooseRings(teamMode, tried, NOW, fallbackMode)).toEqual(turn(7));
    expect(chooseRings(teamMode, tried, NOW, null)).toMatchObject(noAgent('missed'));
  });

  it('is not rung when none of its agents is available either', () => {
    const none = [agent(1, { inSchedule: false }), fallbackAgent(7, { unavailable: 'on-call' })];
    expect(chooseRings(teamMode, none, NOW, fallbackMode)).toMatchObject(noAgent('busy'));
  });
});

describe('an agent', () => {
  it.each([
    ['is free', {}, 'free'],
    ['in a call will be free again', { unavailable: 'on-call' }, 'occupied'],
    ['in wrap-up will be free again', { unavailable: 'wrap-up' }, 'occupied'],
    ['on a break will be free again', { unavailable: 'break', statusSince: NOW }, 'occupied'],
    [
      'on a break that may have been forgotten is away',
      { unavailable: 'lunch', statusSince: NOW - MAX_PAUSE_MS },
      'away',
    ],
    [
      'in a call is free after it, however long ago their status began',
      { unavailable: 'on-call', statusSince: 0 },
      'occupied',
    ],
    ['in a status of the account will be free again', { unavailable: 'other-status' }, 'occupied'],
    ['who is not to be disturbed is away', { unavailable: 'do-not-disturb' }, 'away'],
    ['who is signed out is away', { unavailable: 'offline' }, 'away'],
    ['outside their hours is away, even in a call', { unavailable: 'on-call', inSchedule: false }, 'away'],
  ] as const)('%s', (_title, changes, expected) => {
    expect(reach(agent(1, changes), NOW)).toBe(expected);
  });

  it.each([
    ['on a break', NOW - MAX_PAUSE_MS + 1, 'All agents are on a break'],
    ['on a break that may have been forgotten', NOW - MAX_PAUSE_MS, 'No agent is available'],
  ])('%s does not make a new lead’s team busy', (_title, statusSince, reason) => {
    const candidates = [
      agent(1, { unavailable: 'break', statusSince }),
      agent(2, { unavailable: 'offline' }),
    ];
    expect(chooseRings(SIMULTANEOUS, candidates, NOW)).toEqual({ ...noAgent('missed'), reason });
  });
});
