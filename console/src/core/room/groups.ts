/** The dense board's groups, and the order in them. */
import type { BoardTeam } from '@offhook/contract/console/board-entities';
import type { BoardLimits } from '@offhook/contract/console/board-limits';
import { t } from '@offhook/i18n/console';
import { compareNames } from '@offhook/i18n/formats';
import type { Tile } from '../board/board-rows.ts';
import type { Order } from '../board/order.ts';
import { LEVELS, type Measured, measureTile } from './limits.ts';

/** Rooms with more agents get the dense board. */
export const MAX_LARGE_TILES = 40;

/** In the board's order. */
const ROOM_STATES = [
  'ringing',
  'held',
  'oncall',
  'wrapup',
  'away',
  'available',
  'unavailable',
  'signedOut',
] as const;
export type RoomState = (typeof ROOM_STATES)[number];

export const GROUPINGS = ['status', 'team'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** `away`: has chosen a status. `unavailable`: signed in, but gets no calls for another reason. */
export function roomState({
  state,
  status,
  is_signed_in,
}: Pick<Tile, 'state' | 'status' | 'is_signed_in'>): RoomState {
  if (state !== 'unavailable') return state;
  if (!is_signed_in) return 'signedOut';
  return status === null ? 'unavailable' : 'away';
}

export function roomStateName(state: RoomState): string {
  return t(`state.${state}`);
}

export interface Placed {
  readonly tile: Tile;
  readonly state: RoomState;
  readonly measured: Measured;
}

export interface RoomGroup {
  /** A room state, `team 2` or `team -`. */
  readonly key: string;
  readonly name: string;
  /** null: a team. */
  readonly state: RoomState | null;
  readonly placed: readonly Placed[];
}

export function place(tiles: readonly Tile[], limits: BoardLimits, now: number): Placed[] {
  return tiles.map((tile) => ({
    tile,
    state: roomState(tile),
    measured: measureTile(tile, limits, now),
  }));
}

const byName = (a: Placed, b: Placed): number =>
  compareNames(a.tile.full_name, b.tile.full_name) || a.tile.id - b.tile.id;

/** Over a limit first, then by state, then by time in that state (longest first), then by name. */
const longestFirst = (a: Placed, b: Placed): number =>
  LEVELS.indexOf(a.measured.level) - LEVELS.indexOf(b.measured.level) ||
  ROOM_STATES.indexOf(a.state) - ROOM_STATES.indexOf(b.state) ||
  (a.tile.since ?? Number.POSITIVE_INFINITY) - (b.tile.since ?? Number.POSITIVE_INFINITY) ||
  byName(a, b);

/** All groups, empty ones too; agents who are signed out come last, also by team. An agent on two teams is in both. */
export function groupRoom(
  all: readonly Placed[],
  grouping: Grouping,
  teams: readonly Pick<BoardTeam, 'id' | 'name'>[],
  order: Order,
): RoomGroup[] {
  const sorted = all.toSorted(order === 'name' ? byName : longestFirst);
  const ofState = (state: RoomState): RoomGroup => ({
    key: state,
    name: roomStateName(state),
    state,
    placed: sorted.filter((one) => one.state === state),
  });
  if (grouping === 'status') return ROOM_STATES.map(ofState);
  const known = new Set(teams.map(({ id }) => id));
  const present = sorted.filter(({ state }) => state !== 'signedOut');
  const ofTeams = teams.map(
    ({ id, name }): RoomGroup => ({
      key: `team ${id}`,
      name,
      state: null,
      placed: present.filter(({ tile }) => tile.team_ids.includes(id)),
    }),
  );
  const teamless: RoomGroup = {
    key: 'team -',
    name: t('board.noTeam'),
    state: null,
    placed: present.filter(({ tile }) => !tile.team_ids.some((id) => known.has(id))),
  };
  return [...ofTeams, teamless, ofState('signedOut')];
}

/** For a wall: without groups. By name, a tile moves only when an agent signs in or out. */
export function orderWall(all: readonly Placed[], order: Order): Placed[] {
  const present = all.filter(({ state }) => state !== 'signedOut');
  if (order === 'name') return present.toSorted(byName);
  return groupRoom(present, 'status', [], order).flatMap(({ placed }) => placed);
}
