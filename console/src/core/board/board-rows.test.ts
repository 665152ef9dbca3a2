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
  tileTime,
} from './board-rows.ts';

const tile = (id: number, fields: Partial<Tile> = {}): Tile => ({
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
  status: null,
  wrapUpEndsAt: null,
  is_callback: false,
  is_signed_in: true,
  is_supervising: false,
  is_agent: true,
  ...fields,
});
const ids = (tiles: readonly Tile[]) => tiles.map(({ id }) => id);

describe('tiles', () => {
  test.each<[string, Tile[], number[]]>([
    [
      'are sorted by state: ringing, held, on call, wrap-up, available, unavailable',
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
      'are sorted by time within a state, longest first',
      [tile(1, { since: 30 }), tile(2, { since: 10 }), tile(3, { since: 20 })],
      [2, 3, 1],
    ],
    [
      'without a known time come last within their state',
      [tile(1, { since: null }), tile(2, { since: 10 })],
      [2, 1],
    ],
    [
      'with the same time are sorted by name',
      [tile(1, { full_name: 'Zoë' }), tile(2, { full_name: 'Ángel' })],
      [2, 1],
    ],
  ])('%s', (_, tiles, expected) => {
    expect(ids(sortTiles(tiles, 'longest'))).toEqual(expected);
  });

  test('are sorted by name alone if that is the order, so that no state and no time moves them', () => {
    const names = [
      tile(1, { full_name: 'Zoë' }),
      tile(2, { full_name: 'Ángel' }),
      tile(3, { full_name: 'Bo' }),
    ];
    expect(ids(sortTiles(names, 'name'))).toEqual([2, 3, 1]);
    const later = names.map((one) => (one.id === 3 ? { ...one, state: 'ringing' as const, since: 9 } : one));
    expect(ids(sortTiles(later, 'name'))).toEqual([2, 3, 1]);
  });
});

describe('tiles under the pointer', () => {
  test.each<[string, number[], Tile[], number[]]>([
    ['keep their order', [3, 1, 2], [tile(1, { state: 'ringing' }), tile(2), tile(3)], [3, 1, 2]],
    ['are followed by new tiles, sorted', [2], [tile(9, { state: 'ringing' }), tile(8), tile(2)], [2, 9, 8]],
    ['leave no gap for a removed tile', [3, 1, 2], [tile(2), tile(3)], [3, 2]],
  ])('%s', (_, before, tiles, expected) => {
    expect(ids(keepOrder(before, tiles))).toEqual(expected);
  });
});

describe('the second line of a tile', () => {
  test.each<[string, Partial<Tile>, string]>([
    ['names the lead on a call', { state: 'oncall', with: 'Ana Lima' }, 'Ana Lima'],
    ['shows the state on a call with an unknown party', { state: 'oncall' }, 'On call'],
    ['names the lead on hold', { state: 'held', with: 'Ana Lima' }, 'Ana Lima'],
    ['names the ringing lead', { state: 'ringing', with: '(702) 555-0186' }, '(702) 555-0186'],
    [
      "shows that the lead's phone is ringing",
      { state: 'oncall', call_status: 'Ringing', with: 'Ana' },
      'Ana · Ringing',
    ],
    [
      'says that the ringing lead is called back',
      { state: 'ringing', with: 'Ana', is_callback: true },
      'Ana · Callback',
    ],
    [
      'says so beside the status of the call',
      { state: 'oncall', call_status: 'Ringing', with: 'Ana', is_callback: true },
      'Ana · Callback · Ringing',
    ],
    ['says so on hold', { state: 'held', with: 'Ana', is_callback: true }, 'Ana · Callback'],
    ['shows the wrap-up step', { state: 'wrapup', call_status: 'Add Note', with: 'Ana' }, 'Add Note'],
    ['shows that the agent is available', { state: 'available' }, 'Available'],
    [
      'shows why the agent is unavailable',
      { state: 'unavailable', reason: 'Outside team or agent hours' },
      'Outside team or agent hours',
    ],
    ['shows that the agent is unavailable without a known reason', { state: 'unavailable' }, 'Unavailable'],
  ])('%s', (_, fields, expected) => {
    expect(secondLine(tile(1, fields))).toBe(expected);
  });
});

describe('the time of a tile', () => {
  test.each<[string, Partial<Tile>, string | null]>([
    ['counts up in the state', { since: 1_000 }, '0:29'],
    [
      'counts down a wrap-up of fixed length',
      { state: 'wrapup', since: 1_000, wrapUpEndsAt: 41_400 },
      '0:12',
    ],
    ['stays at zero once the wrap-up is over', { state: 'wrapup', wrapUpEndsAt: 29_000 }, '0:00'],
    ['is left out if it is unknown', { since: null }, null],
  ])('%s', (_, fields, expected) => {
    expect(tileTime(tile(1, fields), 30_000)).toBe(expected);
  });
});

describe('the groups of tiles', () => {
  const teams = [
    { id: 1, name: 'Sales', agents: 2, available: 1 },
    { id: 2, name: 'Support', agents: 1, available: 1 },
  ];

  test('are one per team: an agent on two teams is in both, and agents without a team come last', () => {
    const tiles = [tile(1), tile(2, { team_ids: [1, 2] }), tile(3, { team_ids: [] })];
    const groups = groupByTeam(tiles, teams).map(({ team, tiles }) => [team?.name ?? null, ids(tiles)]);
    expect(groups).toEqual([
      ['Sales', [1, 2]],
      ['Support', [2]],
      [null, [3]],
    ]);
  });

  test('leave out teams without agents', () => {
    expect(groupByTeam([tile(1)], teams).map(({ team }) => team?.name)).toEqual(['Sales']);
  });

  test.each([
    [12, 4, '12 agents, 4 available'],
    [1, 0, '1 agent, 0 available'],
  ])('show for %d agents how many are available', (agents, available, expected) => {
    expect(teamSummary({ id: 1, name: '', agents, available })).toBe(expected);
  });
});

describe('a search for tiles', () => {
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
  ])('by "%s" finds %j', (search, expected) => {
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
