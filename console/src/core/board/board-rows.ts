import {
  BOARD_STATES,
  type BoardAgent,
  type BoardState,
  type BoardTeam,
} from '@offhook/contract/console/board-entities';
import { t } from '@offhook/i18n/console';
import { compareNames } from '@offhook/i18n/formats';
import { runningTime, timeSince } from './durations.ts';
import type { Order } from './order.ts';
import { agentStatusText } from './status-text.ts';

/** An agent, with times as numbers: ms since the Unix epoch; null if unknown. */
export interface Tile extends Omit<BoardAgent, 'since' | 'wrap_up_ends_at'> {
  readonly since: number | null;
  readonly wrapUpEndsAt: number | null;
}

export const COUNTER_ORDER: readonly BoardState[] = [
  'oncall',
  'ringing',
  'held',
  'wrapup',
  'available',
  'unavailable',
];

export function stateName(state: BoardState): string {
  return t(`state.${state}`);
}

export function countStates(tiles: readonly Tile[]): Readonly<Record<BoardState, number>> {
  const counts = { ringing: 0, held: 0, oncall: 0, wrapup: 0, available: 0, unavailable: 0 };
  for (const { state } of tiles) counts[state] += 1;
  return counts;
}

const byName = (a: Tile, b: Tile): number => compareNames(a.full_name, b.full_name) || a.id - b.id;

/** By state, then by time in that state, then by name. */
const longestFirst = (a: Tile, b: Tile): number =>
  BOARD_STATES.indexOf(a.state) - BOARD_STATES.indexOf(b.state) ||
  (a.since ?? Number.POSITIVE_INFINITY) - (b.since ?? Number.POSITIVE_INFINITY) ||
  byName(a, b);

export function sortTiles(tiles: readonly Tile[], order: Order): Tile[] {
  return tiles.toSorted(order === 'name' ? byName : longestFirst);
}

/** Keeps tiles in place while the pointer is over them, and appends new ones. @param before the IDs in the order shown */
export function keepOrder(before: readonly number[], tiles: readonly Tile[]): Tile[] {
  const position = new Map(before.map((id, index) => [id, index]));
  const positionOf = ({ id }: Tile) => position.get(id) ?? before.length;
  // The sort is stable, so new agents stay in the order of their states.
  return [...tiles].sort((a, b) => positionOf(a) - positionOf(b));
}

const SECOND_LINES: Readonly<Record<Tile['state'], (tile: Tile) => string | null>> = {
  ringing: otherParty,
  oncall: (tile) =>
    tile.call_status === null
      ? otherParty(tile)
      : t('board.tile', { name: otherParty(tile) ?? stateName('oncall'), status: tile.call_status }),
  held: otherParty,
  wrapup: (tile) => tile.call_status,
  available: () => null,
  unavailable: (tile) => tile.reason,
};

/** 'Ana Lima' or, called back, 'Ana Lima · Callback'. */
function otherParty({ with: name, is_callback }: Tile): string | null {
  return name !== null && is_callback ? t('board.tile', { name, status: t('board.callback') }) : name;
}

export function secondLine(tile: Tile): string {
  const line = SECOND_LINES[tile.state](tile) ?? stateName(tile.state);
  if (tile.status === null) return line;
  const status = agentStatusText(tile.status);
  return tile.state === 'unavailable' ? status : t('board.tile', { name: line, status });
}

/** In the current state, or left of a wrap-up of fixed length. */
export function tileTime({ since, wrapUpEndsAt }: Tile, now: number): string | null {
  if (wrapUpEndsAt !== null) return runningTime(Math.ceil((wrapUpEndsAt - now) / 1000));
  return since === null ? null : timeSince(since, now);
}

export interface TileGroup {
  /** null: agents without a team. */
  readonly team: BoardTeam | null;
  readonly tiles: readonly Tile[];
}

/** One group per team, in the teams' order. An agent on two teams is in both; empty groups are left out. */
export function groupByTeam(tiles: readonly Tile[], teams: readonly BoardTeam[]): TileGroup[] {
  const known = new Set(teams.map(({ id }) => id));
  const groups: TileGroup[] = teams.map((team) => ({
    team,
    tiles: tiles.filter(({ team_ids }) => team_ids.includes(team.id)),
  }));
  groups.push({ team: null, tiles: tiles.filter(({ team_ids }) => !team_ids.some((id) => known.has(id))) });
  return groups.filter((group) => group.tiles.length > 0);
}

/** Lower case without diacritics, so that 'Thi Phuong' finds Thị Phương. */
function simplify(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'D')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .toLowerCase();
}

/** @returns whether all words of the search are in a text, or, if they are digits, in a number */
export function searchMatcher(search: string): (text: string, number: string) => boolean {
  const words = simplify(search).split(/\s+/).filter(Boolean);
  return (text, number) => {
    const simple = simplify(text);
    const digits = number.replace(/\D/g, '');
    return words.every((word) => simple.includes(word) || (/^\d{3,}$/.test(word) && digits.includes(word)));
  };
}

/** Matches all words against the agent's and the lead's name, and digits against the number. */
export function searchTiles(tiles: readonly Tile[], search: string): Tile[] {
  const matches = searchMatcher(search);
  return tiles.filter((tile) => matches(`${tile.full_name} ${tile.with ?? ''}`, tile.with ?? ''));
}

export function teamSummary({ agents, available }: BoardTeam): string {
  return t('board.team', { agents, available });
}
