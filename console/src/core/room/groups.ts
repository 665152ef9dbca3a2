/** The dense board's groups, and the order in them. */
import type { BoardTeam } from '@offhook/contract/console/board-entities';
import type { BoardLimits } from '@offhook/contract/console/board-limits';
import { t } from '@offhook/i18n/console';
import { compareNames } from '@offhook/i18n/formats';
import type { Tile } from '../board/board-rows.ts';
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

/** Over a limit first, then by state, then by time in that state (longest first), then by name. */
function sortPlaced(all: readonly Placed[]): Placed[] {
  return all.toSorted(
    (a, b) =>
      LEVELS.indexOf(a.measured.level) - LEVELS.indexOf(b.measured.level) ||
      ROOM_STATES.indexOf(a.state) - ROOM_STATES.indexOf(b.state) ||
      (a.tile.since ?? Number.POSITIVE_INFINITY) - (b.tile.since ?? Number.POSITIVE_INFINITY) ||
      compareNames(a.tile.full_name, b.tile.full_name) ||
      a.tile.id - b.tile.id,
  );
}

/** Without empty groups; agents who are signed out come last, also by team. An agent on two teams is in both. */
export function groupRoom(
  all: readonly Placed[],
  grouping: Grouping,
  teams: readonly Pick<BoardTeam, 'id' | 'name'>[],
): RoomGroup[] {
  const sorted = sortPlaced(all);
  const ofState = (state: RoomState): RoomGroup => ({
    key: state,
    name: roomStateName(state),
    state,
    placed: sorted.filter((one) => one.state === state),
  });
  if (grouping === 'status') return ROOM_STATES.map(ofState).filter(hasTiles);
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
  return [...ofTeams, teamless, ofState('signedOut')].filter(hasTiles);
}

const hasTiles = ({ placed }: RoomGroup): boolean => placed.length > 0;

/** Where the tiles were when the pointer came: ids by group, in order. */
export type Places = readonly {
  readonly key: string;
  readonly name: string;
  readonly state: RoomState | null;
  readonly ids: readonly number[];
}[];

export function placesOf(groups: readonly RoomGroup[]): Places {
  return groups.map(({ key, name, state, placed }) => ({
    key,
    name,
    state,
    ids: placed.map(({ tile }) => tile.id),
  }));
}

/** Keeps every tile where it was, whatever its state is now. New ones come after the others of their group. */
export function keepPlaces(before: Places, now: readonly RoomGroup[]): RoomGroup[] {
  const placedById = new Map(now.flatMap(({ placed }) => placed.map((one) => [one.tile.id, one])));
  const held = new Set(before.flatMap(({ ids }) => ids));
  const kept = before.map(({ key, name, state, ids }): RoomGroup => {
    const added = now.find((group) => group.key === key)?.placed.filter(({ tile }) => !held.has(tile.id));
    return { key, name, state, placed: [...ids.flatMap((id) => placedById.get(id) ?? []), ...(added ?? [])] };
  });
  const known = new Set(before.map(({ key }) => key));
  const added = now
    .filter(({ key }) => !known.has(key))
    .map((group) => ({ ...group, placed: group.placed.filter(({ tile }) => !held.has(tile.id)) }));
  return [...kept, ...added].filter(hasTiles);
}
