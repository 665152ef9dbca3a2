import { describe, expect, test } from 'vitest';
import {
  countStates,
  groupByTeam,
  keepOrder,
  searchTiles,
  secondLine,
  sortTiles,
  type Tile,
  teamSummary,
} from './board-rows.ts';

const tile = (id: number, parts: Partial<Tile> = {}): Tile => ({
  id,
  full_name: `Agent ${id}`,
  profile_picture: '',
  team_ids: [1],
  state: 'available',
  since: 0,
  call_id: null,
  with: null,
  call_status: null,
  reason: null,
  ...parts,
});
const ids = (tiles: readonly Tile[]) => tiles.map(({ id }) => id);

describe('the order of tiles', () => {
  test.each<[string, Tile[], number[]]>([
    [
      'is ringing, held, on call, wrap-up, available, off',
      [
        tile(1, { state: 'unavailable' }),
        tile(2, { state: 'available' }),
        tile(3, { state: 'wrapup' }),
        tile(4, { state: 'oncall' }),
        tile(5, { state: 'held' }),
        tile(6, { state: 'ringing' }),
      ],
      [6, 5, 4, 3, 2, 1],
    ],
    [
      'within a state has the longest first',
      [tile(1, { since: 30 }), tile(2, { since: 10 }), tile(3, { since: 20 })],
      [2, 3, 1],
    ],
    [
      'has those whose time is not known after the others of their state',
      [tile(1, { since: null }), tile(2, { since: 10 })],
      [2, 1],
    ],
    [
      'is by name where the times are the same',
      [tile(1, { full_name: 'Zoë' }), tile(2, { full_name: 'Ángel' })],
      [2, 1],
    ],
  ])('%s', (_, tiles, expected) => {
    expect(ids(sortTiles(tiles))).toEqual(expected);
  });
});

describe('under a pointer', () => {
  test.each<[string, number[], Tile[], number[]]>([
    ['no tile moves', [3, 1, 2], [tile(1, { state: 'ringing' }), tile(2), tile(3)], [3, 1, 2]],
    ['new tiles are last, in order', [2], [tile(9, { state: 'ringing' }), tile(8), tile(2)], [2, 9, 8]],
    ['a tile that is gone leaves no gap', [3, 1, 2], [tile(2), tile(3)], [3, 2]],
  ])('%s', (_, before, tiles, expected) => {
    expect(ids(keepOrder(before, tiles))).toEqual(expected);
  });
});

describe('the second line', () => {
  test.each<[string, Partial<Tile>, string]>([
    ['of a call names the lead', { state: 'oncall', with: 'Ana Lima' }, 'Ana Lima'],
    ['of a call with an unknown party says the state', { state: 'oncall' }, 'On call'],
    ['of a hold names the lead', { state: 'held', with: 'Ana Lima' }, 'Ana Lima'],
    ['of a ring names the lead', { state: 'ringing', with: '(702) 555-0186' }, '(702) 555-0186'],
    [
      'of a call says that the lead is rung',
      { state: 'oncall', call_status: 'Ringing', with: 'Ana' },
      'Ana · Ringing',
    ],
    ['of wrap-up names its step', { state: 'wrapup', call_status: 'Add Note', with: 'Ana' }, 'Add Note'],
    ['of the available says so', { state: 'available' }, 'Available'],
    [
      'of the unavailable says why',
      { state: 'unavailable', reason: 'Outside their hours' },
      'Outside their hours',
    ],
    ['of the unavailable without a reason says so', { state: 'unavailable' }, 'Unavailable'],
  ])('%s', (_, parts, expected) => {
    expect(secondLine(tile(1, parts))).toBe(expected);
  });
});

describe('groups', () => {
  const teams = [
    { id: 1, name: 'Sales', agents: 2, available: 1 },
    { id: 2, name: 'Support', agents: 1, available: 1 },
  ];

  test('are teams, with an agent of two teams in both, and agents without a team at the end', () => {
    const tiles = [tile(1), tile(2, { team_ids: [1, 2] }), tile(3, { team_ids: [] })];
    const groups = groupByTeam(tiles, teams).map(({ team, tiles }) => [team?.name ?? null, ids(tiles)]);
    expect(groups).toEqual([
      ['Sales', [1, 2]],
      ['Support', [2]],
      [null, [3]],
    ]);
  });

  test('without agents are left out', () => {
    expect(groupByTeam([tile(1)], teams).map(({ team }) => team?.name)).toEqual(['Sales']);
  });

  test.each([
    [12, 4, '12 agents, 4 available'],
    [1, 0, '1 agent, 0 available'],
  ])('of %d say how many are free', (agents, available, expected) => {
    expect(teamSummary({ id: 1, name: '', agents, available })).toBe(expected);
  });
});

describe('a search', () => {
  const tiles = [
    tile(1, { full_name: 'Nguyễn Thị Phương Thảo', with: '(702) 555-0186' }),
    tile(2, { full_name: 'Hiroshi Takahashi', with: 'Lars-Erik Håkansson' }),
    tile(3, { full_name: 'Aleksandra Wiśniewska' }),
  ];
  test.each<[string, number[]]>([
    ['', [1, 2, 3]],
    ['  ', [1, 2, 3]],
    ['TAKA', [2]],
    ['phuong nguyen', [1]],
    ['hakansson', [2]],
    ['wisniewska', [3]],
    ['7025550186', [1]],
    ['555', [1]],
    ['takahashi aleksandra', []],
  ])('for "%s" finds %j', (search, expected) => {
    expect(ids(searchTiles(tiles, search))).toEqual(expected);
  });
});

test('every agent is counted once', () => {
  const tiles = [tile(1, { team_ids: [1, 2] }), tile(2, { state: 'oncall' }), tile(3, { state: 'oncall' })];
  expect(countStates(tiles)).toEqual({
    ringing: 0,
    held: 0,
    oncall: 2,
    wrapup: 0,
    available: 1,
    unavailable: 0,
  });
});
