import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RoomGroup } from './groups.ts';
import { type Moment, REORDER_MS, type Seating, seatRoom, showSeats, UNSEATED_MS } from './seats.ts';

const KEYS = ['ringing', 'oncall', 'available'] as const;
type Room = Partial<Record<(typeof KEYS)[number], readonly number[]>>;

/** Agents by group, in the order of their numbers. */
const groupsOf = (room: Room): RoomGroup[] =>
  KEYS.map((key) => ({
    key,
    name: key,
    state: key,
    placed: (room[key] ?? []).map(
      (id) => ({ tile: { id, since: START.now } }) as RoomGroup['placed'][number],
    ),
  }));

const START: Moment = {
  view: 'status',
  order: 'name',
  now: 1_000,
  isHeld: false,
  space: new Map(KEYS.map((key) => [key, 8])),
};

/** '1 2 - 4': agents by seat; '-' is a free seat before the last agent. */
const text = (seating: Seating, room: Room) =>
  Object.fromEntries(
    showSeats(seating, groupsOf(room)).map(({ key, seated, needed }) => {
      const byIndex = new Map(seated.map(({ seat, placed }) => [seat, placed.tile.id]));
      return [key, Array.from({ length: needed }, (_, seat) => byIndex.get(seat) ?? '-').join(' ')];
    }),
  );

function play(steps: readonly (readonly [Room, Partial<Moment>?])[]) {
  let seating: Seating | null = null;
  let shown: Record<string, string> = {};
  for (const [room, moment] of steps) {
    seating = seatRoom(seating, groupsOf(room), { ...START, ...moment });
    shown = text(seating, room);
  }
  return shown;
}

const CALM: Room = { oncall: [1, 2], available: [3, 4, 5, 6] };
const RINGING: Room = { ringing: [3, 5], oncall: [1, 2], available: [4, 6] };
const LATER = { now: START.now + REORDER_MS };
const HELD = { isHeld: true };
const FULL = {
  space: new Map([
    ['ringing', 2],
    ['oncall', 4],
    ['available', 6],
  ]),
};

describe('on the dense board', () => {
  it.each<[string, readonly (readonly [Room, Partial<Moment>?])[], Record<string, string>]>([
    ['everyone is seated in order at first', [[CALM]], { oncall: '1 2', available: '3 4 5 6' }],
    [
      'a ring moves only the agents who are rung',
      [[CALM], [RINGING]],
      { ringing: '3 5', oncall: '1 2', available: '- 4 - 6' },
    ],
    [
      'agents who didn’t accept are back in their seats after the ring',
      [[CALM], [RINGING], [{ oncall: [1, 2, 3], available: [4, 5, 6] }]],
      { ringing: '', oncall: '1 2 3', available: '- 4 5 6' },
    ],
    [
      'someone without a seat takes a spare one, then a new one, then that of an agent who has left',
      [
        [CALM, FULL],
        [{ ...RINGING, available: [6] }, FULL],
        [{ oncall: [1, 2, 4], available: [5, 6, 7, 8, 9] }, FULL],
      ],
      { ringing: '', oncall: '1 2 4', available: '9 - 5 6 7 8' },
    ],
    [
      'a tile stays where it was while its new group has no free seat',
      [
        [CALM, FULL],
        [{ oncall: [1, 2], ringing: [3, 4, 5], available: [6] }, FULL],
        [{ oncall: [1, 2], ringing: [3, 4, 5, 6] }, FULL],
      ],
      { ringing: '3 4', oncall: '1 2', available: '- - 5 6' },
    ],
    [
      'a seat that was left by the same change isn’t free yet',
      [
        [CALM, FULL],
        [{ oncall: [2, 3, 4, 5], available: [1, 6] }, FULL],
      ],
      { oncall: '- 2 3 4', available: '- - 5 6 1' },
    ],
    [
      'everyone is seated in order if someone has no seat for as long as a long ring',
      [
        [CALM, FULL],
        [{ oncall: [1, 2], ringing: [3, 4, 5] }, FULL],
        [
          { oncall: [1, 2], ringing: [3, 4, 5] },
          { ...FULL, now: START.now + UNSEATED_MS },
        ],
      ],
      { ringing: '3 4 5', oncall: '1 2', available: '' },
    ],
    [
      'everyone is seated in order again after a minute',
      [[CALM], [RINGING], [{ oncall: [2], available: [1, 3, 4, 5, 6] }, LATER]],
      { ringing: '', oncall: '2', available: '1 3 4 5 6' },
    ],
    [
      'a group without agents stays for a while',
      [[CALM], [RINGING], [CALM, LATER]],
      { ringing: '', oncall: '1 2', available: '3 4 5 6' },
    ],
    [
      'a group without agents is left out after some minutes',
      [
        [CALM],
        [RINGING],
        ...[1, 2, 3].map((minutes) => [CALM, { now: START.now + minutes * REORDER_MS }] as const),
      ],
      { oncall: '1 2', available: '3 4 5 6' },
    ],
    [
      'no tile moves under the pointer, whatever happens and however long',
      [[CALM], [RINGING, HELD], [{ available: [1, 2, 3, 5, 6] }, { ...HELD, ...LATER }]],
      { oncall: '1 2', available: '3 - 5 6' },
    ],
    [
      'the tiles of changed agents move when the pointer leaves',
      [[CALM], [RINGING, { ...HELD, ...LATER }], [RINGING, LATER]],
      { ringing: '3 5', oncall: '1 2', available: '- 4 - 6' },
    ],
    [
      'a new agent gets a seat also under the pointer',
      [[CALM], [{ ...RINGING, available: [4, 6, 9] }, HELD]],
      { oncall: '1 2', available: '3 4 5 6 9' },
    ],
    [
      'everyone is seated in order when a filter changes',
      [
        [CALM],
        [
          { ...RINGING, available: [4] },
          { view: 'status a', ...HELD },
        ],
      ],
      { ringing: '3 5', oncall: '1 2', available: '4' },
    ],
    [
      'the longest times always come first if that is the order',
      [
        [CALM, { order: 'longest' }],
        [{ oncall: [1, 2, 4], available: [6, 3, 5] }, { order: 'longest' }],
      ],
      { oncall: '1 2 4', available: '6 3 5' },
    ],
  ])('%s', (_, steps, expected) => {
    expect(play(steps)).toEqual(expected);
  });

  it('a change moves no other agent, and seats each once', () => {
    const anyRoom = fc
      .array(fc.constantFrom(...KEYS), { minLength: 12, maxLength: 12 })
      .map(
        (states): Room =>
          Object.fromEntries(
            KEYS.map((key) => [key, states.flatMap((one, id) => (one === key ? [id] : []))]),
          ),
      );
    const seatsOf = (seating: Seating, room: Room) =>
      new Map(
        showSeats(seating, groupsOf(room)).flatMap(({ key, seated }) =>
          seated.map(({ seat, placed }) => [placed.tile.id, `${key} ${seat}`] as const),
        ),
      );
    fc.assert(
      fc.property(fc.array(anyRoom, { minLength: 2, maxLength: 20 }), (rooms) => {
        let seating: Seating | null = null;
        let before: { readonly room: Room; readonly seats: ReadonlyMap<number, string> } | null = null;
        for (const room of rooms) {
          seating = seatRoom(seating, groupsOf(room), START);
          const seats = seatsOf(seating, room);
          expect([...seats.keys()].toSorted((a, b) => a - b)).toEqual(
            Array.from({ length: 12 }, (_, id) => id),
          );
          expect(new Set(seats.values()).size).toBe(12);
          // Otherwise its group had no free seat before.
          for (const key of KEYS)
            for (const id of room[key] ?? [])
              if (before?.seats.get(id)?.startsWith(key)) expect(seats.get(id)).toBe(before.seats.get(id));
          before = { room, seats };
        }
      }),
    );
  });
});
