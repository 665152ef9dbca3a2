import { describe, expect, it } from 'vitest';
import { type GroupSize, type Layout, layOutRoom, type Wanted } from './layout.ts';

const size = (key: string, needed: number, fields: Partial<GroupSize> = {}): GroupSize => ({
  key,
  isFolded: false,
  needed,
  capacity: needed,
  overs: 0,
  ...fields,
});
const wanted = (groups: readonly GroupSize[], fields: Partial<Wanted> = {}): Wanted => ({
  space: { width: 1_020, height: 700 },
  groups,
  round: 1,
  isHeld: false,
  ...fields,
});

const ROOM = [size('ringing', 4), size('held', 2), size('oncall', 40), size('available', 20)];
const FEWER = [size('ringing', 1), size('held', 2), size('oncall', 40), size('available', 18)];
const MORE = [size('ringing', 7), size('held', 2), size('oncall', 40), size('available', 17)];

describe('the groups of the dense board', () => {
  const first = layOutRoom(null, wanted(ROOM));

  it.each<[string, Wanted, boolean]>([
    ['stay while their tiles fit', wanted(FEWER), true],
    ['are laid out anew if a tile has no place', wanted(MORE), false],
    ['are laid out anew with each round of seats', wanted(FEWER, { round: 2 }), false],
    ['are laid out anew if one appears', wanted([...ROOM, size('signedOut', 3)]), false],
    [
      'are laid out anew if one is folded',
      wanted([...ROOM.slice(0, 3), size('available', 20, { isFolded: true })]),
      false,
    ],
    ['are laid out anew on another width', wanted(ROOM, { space: { width: 1_660, height: 700 } }), false],
    ['are laid out anew on another height', wanted(ROOM, { space: { width: 1_020, height: 600 } }), false],
    [
      'stay under the pointer when a line appears above the room',
      wanted(ROOM, { space: { width: 1_020, height: 600 }, isHeld: true }),
      true,
    ],
    [
      'are laid out anew if the head of one is cut off',
      wanted([size('ringing', 4), size('held', 2, { overs: 2 }), ...ROOM.slice(2)]),
      false,
    ],
    [
      'stay under the pointer also then',
      wanted([size('ringing', 4), size('held', 2, { overs: 2 }), ...ROOM.slice(2)], { isHeld: true }),
      true,
    ],
    [
      'stay with new limits in a head that has the whole width',
      wanted([...ROOM.slice(0, 2), size('oncall', 40, { overs: 2 }), size('available', 20)]),
      true,
    ],
  ])('%s', (_, next, stays) => {
    expect(layOutRoom(first, next) === first).toBe(stays);
  });

  it('keep free seats, except where they would be empty lines of a phone', () => {
    const roomy = [size('ringing', 0, { capacity: 9 }), size('available', 12)];
    const seats = ({ spots }: Layout) => spots.map(({ span, rows }) => span * rows);
    expect(seats(layOutRoom(null, wanted(roomy)))[0]).toBeGreaterThanOrEqual(9);
    expect(seats(layOutRoom(null, wanted(roomy, { space: { width: 358, height: 700 } })))).toEqual([0, 12]);
  });

  it('give up free seats if everyone fits the window only without them, the most urgent group last', () => {
    const space = { width: 1_660, height: 914 };
    const all = [
      size('ringing', 9, { capacity: 12 }),
      size('oncall', 104, { capacity: 120 }),
      size('available', 87, { capacity: 130 }),
    ];
    const { spots } = layOutRoom(null, wanted(all, { space }));
    const [ringing = 0, , available = 0] = spots.map(({ span, rows }) => span * rows);
    expect(ringing).toBeGreaterThanOrEqual(12);
    expect(available).toBeLessThan(130);
  });
});
