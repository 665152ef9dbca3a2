import '@offhook/i18n/english';
import { BOARD_STATES } from '@offhook/contract/console/board-entities';
import { type BoardLimits, DEFAULT_BOARD_LIMITS } from '@offhook/contract/console/board-limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tile } from '../board/board-rows.ts';
import { groupRoom, orderWall, place, type RoomGroup } from './groups.ts';
import { countOver, limitText, measure, measureTile } from './limits.ts';
import { tipLine } from './tip-line.ts';

const NOW = Date.UTC(2026, 2, 2, 17);
const ago = (seconds: number) => NOW - seconds * 1000;

const tileOf = (
  id: number,
  state: Tile['state'],
  seconds: number | null,
  fields: Partial<Tile> = {},
): Tile => ({
  id,
  full_name: `Agent ${id}`,
  profile_picture: '',
  team_ids: [1],
  state,
  since: seconds === null ? null : ago(seconds),
  call_id: null,
  with: null,
  call_status: null,
  reason: null,
  status: null,
  wrapUpEndsAt: null,
  is_callback: false,
  is_signed_in: true,
  is_supervising: false,
  is_agent: true,
  ...fields,
});
const statusOf = (key: string, used_seconds: number, minutes_per_day: number | null) => ({
  key,
  name: null,
  icon: 'coffee' as const,
  since: '2026-03-02T16:00:00.000Z',
  minutes_per_day,
  used_seconds,
});
const onBreak = { status: statusOf('break', 900, 30) };
const signedOut = { is_signed_in: false };

const TEAMS = [
  { id: 1, name: 'Sales' },
  { id: 2, name: 'Support' },
];
const placeAll = (tiles: readonly Tile[]) => place(tiles, DEFAULT_BOARD_LIMITS, NOW);
const group = (
  tiles: readonly Tile[],
  by: 'status' | 'team' = 'status',
  order: 'name' | 'longest' = 'longest',
) => groupRoom(placeAll(tiles), by, TEAMS, order);
const ids = (groups: readonly RoomGroup[]) =>
  groups
    .filter(({ placed }) => placed.length > 0)
    .map(({ key, placed }) => [key, ...placed.map(({ tile }) => tile.id)]);

const room = [
  tileOf(1, 'oncall', 60),
  tileOf(2, 'oncall', 1_500),
  tileOf(3, 'oncall', 2_000),
  tileOf(4, 'available', 900),
  tileOf(5, 'unavailable', 900, onBreak),
  tileOf(6, 'unavailable', null),
  tileOf(7, 'unavailable', 60, signedOut),
  tileOf(8, 'ringing', 3, { team_ids: [1, 2] }),
  tileOf(9, 'oncall', 1_900, { team_ids: [9] }),
];

describe('the dense board', () => {
  it('groups agents by status, over a limit first, then longest first', () => {
    expect(ids(group(room))).toEqual([
      ['ringing', 8],
      ['oncall', 3, 9, 2, 1],
      ['away', 5],
      ['available', 4],
      ['unavailable', 6],
      ['signedOut', 7],
    ]);
  });

  it('groups agents by team, with an agent of two teams in both and signed-out ones apart', () => {
    expect(ids(group(room, 'team'))).toEqual([
      ['team 1', 3, 2, 8, 1, 5, 4, 6],
      ['team 2', 8],
      ['team -', 9],
      ['signedOut', 7],
    ]);
  });

  it('groups agents by name if that is the order, whatever their limits, times and states', () => {
    expect(ids(group(room, 'status', 'name'))).toEqual([
      ['ringing', 8],
      ['oncall', 1, 2, 3, 9],
      ['away', 5],
      ['available', 4],
      ['unavailable', 6],
      ['signedOut', 7],
    ]);
    expect(ids(group(room, 'team', 'name'))).toEqual([
      ['team 1', 1, 2, 3, 4, 5, 6, 8],
      ['team 2', 8],
      ['team -', 9],
      ['signedOut', 7],
    ]);
  });

  it('shows a wall the agents who are signed in, by name or by urgency', () => {
    const wall = (order: 'name' | 'longest') => orderWall(placeAll(room), order).map(({ tile }) => tile.id);
    expect(wall('name')).toEqual([1, 2, 3, 4, 5, 6, 8, 9]);
    expect(wall('longest')).toEqual([8, 3, 9, 2, 1, 5, 4, 6]);
  });

  it('shows each agent once by status', () => {
    const anyTile = fc.record({
      state: fc.constantFrom(...BOARD_STATES),
      seconds: fc.option(fc.integer({ min: 0, max: 4_000 })),
      isSignedIn: fc.boolean(),
      isAway: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyTile, { maxLength: 60 }), (all) => {
        const tiles = all.map(({ state, seconds, isSignedIn, isAway }, id) =>
          tileOf(id, state, seconds, { is_signed_in: isSignedIn, ...(isAway ? onBreak : {}) }),
        );
        const groups = group(tiles);
        const shown = groups.flatMap(({ placed }) => placed.map(({ tile }) => tile.id));
        expect(shown.toSorted((a, b) => a - b)).toEqual(tiles.map(({ id }) => id));
      }),
    );
  });
});

const limits: BoardLimits = {
  ...DEFAULT_BOARD_LIMITS,
  ringing: { caution: 5, danger: 9 },
  statuses: { lunch: { caution: 600, danger: null } },
};

describe('a limit', () => {
  it.each<[string, Tile, ReturnType<typeof measure>['level'], number | null]>([
    ['none for an available agent', tileOf(1, 'available', 9_000), 'none', null],
    ['a call below the first', tileOf(1, 'oncall', 1_199), 'none', 1_200],
    ['a call at the first', tileOf(1, 'oncall', 1_200), 'caution', 1_200],
    ['a call at the second', tileOf(1, 'oncall', 1_800), 'danger', 1_800],
    ['a ring', tileOf(1, 'ringing', 6), 'caution', 5],
    ['a hold', tileOf(1, 'held', 300), 'danger', 300],
    ['a wrap-up until done', tileOf(1, 'wrapup', 301), 'danger', 300],
    ['a wrap-up that ends by itself', tileOf(1, 'wrapup', 301, { wrapUpEndsAt: ago(-9) }), 'none', null],
    ['an unknown time', tileOf(1, 'oncall', null), 'none', null],
    [
      'a status with limits',
      tileOf(1, 'unavailable', 601, { status: statusOf('lunch', 60, 5) }),
      'caution',
      600,
    ],
    [
      'a day’s minutes',
      tileOf(1, 'unavailable', 9, { status: statusOf('break', 1_860, 30) }),
      'danger',
      1_800,
    ],
    [
      'a day’s minutes used up',
      tileOf(1, 'unavailable', 9, { status: statusOf('break', 1_800, 30) }),
      'none',
      1_800,
    ],
    [
      'a status without any',
      tileOf(1, 'unavailable', 9_000, { status: statusOf('training', 9_000, null) }),
      'none',
      null,
    ],
    ['no status', tileOf(1, 'unavailable', 9_000), 'none', null],
  ])('is reached: %s', (_, tile, level, limit) => {
    expect(measureTile(tile, limits, NOW)).toMatchObject({ level, limit });
  });

  it('is named with the time, in minutes and seconds', () => {
    expect(limitText(measure(2_274, limits.oncall))).toBe('37:54, limit is 30:00');
    expect(limitText(measure(60, { caution: null, danger: null }))).toBeNull();
  });

  it('is counted in the group’s head, by name if it is the same for all', () => {
    const texts = (...values: [number, { caution: number | null; danger: number | null }][]) =>
      countOver(values.map(([value, limit]) => measure(value, limit))).map(({ text }) => text);
    const { oncall, held } = limits;
    expect(texts([2_000, oncall], [1_900, oncall], [1_300, oncall], [9, oncall])).toEqual([
      '2 over 30:00',
      '1 over 20:00',
    ]);
    expect(texts([2_000, oncall], [400, held])).toEqual(['2 over limit']);
  });
});

it.each<[Partial<Tile>, string]>([
  [{ with: 'Marcus Bell' }, 'Sales · On call with Marcus Bell'],
  [{ with: 'Marcus Bell', is_callback: true }, 'Sales · On call with Marcus Bell · Callback'],
  [{ with: null }, 'Sales · On call'],
  [
    { with: 'Marcus Bell', status: { ...statusOf('lunch', 0, null), since: null } },
    'Sales · On call with Marcus Bell · Lunch after this call',
  ],
  [{ state: 'held', with: 'Marcus Bell' }, 'Sales · Marcus Bell is on hold'],
  [{ state: 'unavailable', reason: 'Not signed in' }, 'Sales · Not signed in'],
])('a tip names team, state and lead: %o', (fields, line) => {
  expect(tipLine(tileOf(1, 'oncall', 1, fields), ['Sales'])).toBe(line);
});
