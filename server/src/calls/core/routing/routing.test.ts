import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, type Choice, chooseRings } from './routing.ts';
import { agent } from './test-candidate.ts';

const ring = (...userIds: number[]): Choice => ({ type: 'ring', userIds, rotation: null });
const turn = (userId: number): Choice => ({ type: 'ring', userIds: [userId], rotation: userId });
const nobody = (status: 'missed' | 'busy' | 'offline') => ({ type: 'nobody', status });

type Way = Parameters<typeof chooseRings>[0];
const AT_ONCE: Way = { mode: 'simultaneous', rotation: 0 };
const turnsFrom = (rotation: number): Way => ({ mode: 'round_robin', rotation });

const rows: readonly [string, Way, readonly Candidate[], object][] = [
  ['all of the first group at once', AT_ONCE, [agent(3), agent(1), agent(2, { group: 2 })], ring(1, 3)],
  [
    'the next group when the first was tried',
    AT_ONCE,
    [agent(1, { tried: true }), agent(2, { group: 2 })],
    ring(2),
  ],
  ['only who is available', AT_ONCE, [agent(1, { unavailable: 'wrap-up' }), agent(2)], ring(2)],
  ['only who is in schedule', AT_ONCE, [agent(1, { inSchedule: false }), agent(2)], ring(2)],
  ['the owner first, alone', AT_ONCE, [agent(1), agent(2, { isOwner: true })], ring(2)],
  ['an owner of no team', AT_ONCE, [agent(1), agent(9, { isOwner: true, group: null })], ring(9)],
  [
    'the team when the owner is away',
    AT_ONCE,
    [agent(1), agent(2, { isOwner: true, unavailable: 'offline' })],
    ring(1),
  ],
  [
    'the team after the owner did not accept',
    AT_ONCE,
    [agent(1), agent(2, { isOwner: true, tried: true })],
    ring(1),
  ],
  ['one by one: the first turn', turnsFrom(0), [agent(1), agent(2), agent(3)], turn(1)],
  ['one by one: who comes after the last turn', turnsFrom(1), [agent(1), agent(2), agent(3)], turn(2)],
  ['one by one: round again', turnsFrom(3), [agent(1), agent(2), agent(3)], turn(1)],
  [
    'one by one: past who is away',
    turnsFrom(1),
    [agent(1), agent(2, { unavailable: 'on-call' }), agent(3)],
    turn(3),
  ],
  ['nobody in schedule', AT_ONCE, [agent(1, { inSchedule: false })], nobody('offline')],
  ['a team without members', AT_ONCE, [], nobody('offline')],
  [
    'one on a call, nobody else reachable',
    AT_ONCE,
    [agent(1, { unavailable: 'on-call' }), agent(2, { unavailable: 'offline' })],
    nobody('busy'),
  ],
  ['in wrap-up counts as busy', AT_ONCE, [agent(1, { unavailable: 'wrap-up' })], nobody('busy')],
  ['nobody has a phone open', AT_ONCE, [agent(1, { unavailable: 'offline' })], nobody('missed')],
  [
    'all were tried',
    AT_ONCE,
    [agent(1, { tried: true }), agent(2, { unavailable: 'on-call' })],
    nobody('missed'),
  ],
];

describe('chooseRings', () => {
  it.each(rows)('%s', (_sentence, way, candidates, expected) => {
    expect(chooseRings(way, candidates)).toMatchObject(expected);
  });

  it('favours nobody: in any run of round robin each of the available has the same number of turns, give or take one', () => {
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
            if (choice.type !== 'ring' || choice.rotation === null) throw new Error('nobody was chosen');
            rotation = choice.rotation;
            counts.set(rotation, (counts.get(rotation) ?? 0) + 1);
          }
          expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('where a fallback team stands in', () => {
  const [own, other] = [AT_ONCE, turnsFrom(0)];
  const standIn = (userId: number, changes: Partial<Candidate> = {}) =>
    agent(userId, { isFallback: true, ...changes });

  it('its agents are rung when the team has nobody left, in its own way', () => {
    const team = [agent(1), agent(2, { unavailable: 'offline' }), standIn(7), standIn(8)];
    expect(chooseRings(own, team, other)).toEqual(ring(1));
    const tried = team.map((one) => (one.userId === 1 ? { ...one, tried: true } : one));
    expect(chooseRings(own, tried, other)).toEqual(turn(7));
    expect(chooseRings(own, tried, null)).toMatchObject(nobody('missed'));
  });

  it('nobody is left when both have nobody', () => {
    const none = [agent(1, { inSchedule: false }), standIn(7, { unavailable: 'on-call' })];
    expect(chooseRings(own, none, other)).toMatchObject(nobody('busy'));
  });
});
