import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, type Choice, chooseRings } from './routing.ts';
import { agent } from './test-candidate.ts';

const ring = (...userIds: number[]): Choice => ({ type: 'ring', userIds, rotation: null });
const turn = (userId: number): Choice => ({ type: 'ring', userIds: [userId], rotation: userId });
const noAgent = (status: 'missed' | 'busy' | 'offline') => ({ type: 'none', status });

type Mode = Parameters<typeof chooseRings>[0];
const SIMULTANEOUS: Mode = { mode: 'simultaneous', rotation: 0 };
const turnsFrom = (rotation: number): Mode => ({ mode: 'round_robin', rotation });

const rows: readonly [string, Mode, readonly Candidate[], object][] = [
  [
    'the whole first group in parallel',
    SIMULTANEOUS,
    [agent(3), agent(1), agent(2, { group: 2 })],
    ring(1, 3),
  ],
  [
    'the next group when the first was tried',
    SIMULTANEOUS,
    [agent(1, { tried: true }), agent(2, { group: 2 })],
    ring(2),
  ],
  ['only who is available', SIMULTANEOUS, [agent(1, { unavailable: 'wrap-up' }), agent(2)], ring(2)],
  ['only who is in schedule', SIMULTANEOUS, [agent(1, { inSchedule: false }), agent(2)], ring(2)],
  ['the owner first, alone', SIMULTANEOUS, [agent(1), agent(2, { isOwner: true })], ring(2)],
  ['an owner of no team', SIMULTANEOUS, [agent(1), agent(9, { isOwner: true, group: null })], ring(9)],
  [
    'the team when the owner is away',
    SIMULTANEOUS,
    [agent(1), agent(2, { isOwner: true, unavailable: 'offline' })],
    ring(1),
  ],
  [
    'the team after the owner did not accept',
    SIMULTANEOUS,
    [agent(1), agent(2, { isOwner: true, tried: true })],
    ring(1),
  ],
  ['one by one: the first turn', turnsFrom(0), [agent(1), agent(2), agent(3)], turn(1)],
  ['one by one: the agent after the last turn', turnsFrom(1), [agent(1), agent(2), agent(3)], turn(2)],
  ['one by one: round again', turnsFrom(3), [agent(1), agent(2), agent(3)], turn(1)],
  [
    'one by one: past who is away',
    turnsFrom(1),
    [agent(1), agent(2, { unavailable: 'on-call' }), agent(3)],
    turn(3),
  ],
  ['no agent in schedule', SIMULTANEOUS, [agent(1, { inSchedule: false })], noAgent('offline')],
  ['a team without members', SIMULTANEOUS, [], noAgent('offline')],
  [
    'one on a call, no other reachable',
    SIMULTANEOUS,
    [agent(1, { unavailable: 'on-call' }), agent(2, { unavailable: 'offline' })],
    noAgent('busy'),
  ],
  ['in wrap-up counts as busy', SIMULTANEOUS, [agent(1, { unavailable: 'wrap-up' })], noAgent('busy')],
  ['no open phone', SIMULTANEOUS, [agent(1, { unavailable: 'offline' })], noAgent('missed')],
  [
    'all were tried',
    SIMULTANEOUS,
    [agent(1, { tried: true }), agent(2, { unavailable: 'on-call' })],
    noAgent('missed'),
  ],
];

describe('chooseRings', () => {
  it.each(rows)('%s', (_sentence, mode, candidates, expected) => {
    expect(chooseRings(mode, candidates)).toMatchObject(expected);
  });

  it('is fair: in any round-robin sequence the available agents’ turns differ by at most one', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 8 }),
        fc.nat(40),
        (ids, turns) => {
          const counts = new Map(ids.map((id) => [id, 0]));
          let rotation = 0;
          for (let n = 0; n < turns; n += 1) {
            const all = ids.map((id) => agent(id));
            const choice = chooseRings(turnsFrom(rotation), all);
            if (choice.type !== 'ring' || choice.rotation === null) throw new Error('no agent was chosen');
            rotation = choice.rotation;
            counts.set(rotation, (counts.get(rotation) ?? 0) + 1);
          }
          expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('a fallback team', () => {
  const [own, other] = [SIMULTANEOUS, turnsFrom(0)];
  const fallbackAgent = (userId: number, changes: Partial<Candidate> = {}) =>
    agent(userId, { isFallback: true, ...changes });

  it('is rung in its own mode when the team has no agent left', () => {
    const team = [agent(1), agent(2, { unavailable: 'offline' }), fallbackAgent(7), fallbackAgent(8)];
    expect(chooseRings(own, team, other)).toEqual(ring(1));
    const tried = team.map((one) => (one.userId === 1 ? { ...one, tried: true } : one));
    expect(chooseRings(own, tried, other)).toEqual(turn(7));
    expect(chooseRings(own, tried, null)).toMatchObject(noAgent('missed'));
  });

  it('leaves no agent when both teams have none', () => {
    const none = [agent(1, { inSchedule: false }), fallbackAgent(7, { unavailable: 'on-call' })];
    expect(chooseRings(own, none, other)).toMatchObject(noAgent('busy'));
  });
});
