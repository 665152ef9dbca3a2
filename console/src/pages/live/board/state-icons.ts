import type { BoardState } from '@offhook/contract/console/board-entities';
import check from '@offhook/design/icons/check_circle-fill.svg?raw';
import coffee from '@offhook/design/icons/coffee.svg?raw';
import minus from '@offhook/design/icons/do_not_disturb_on.svg?raw';
import note from '@offhook/design/icons/edit_note.svg?raw';
import error from '@offhook/design/icons/error-fill.svg?raw';
import groups from '@offhook/design/icons/groups.svg?raw';
import logout from '@offhook/design/icons/logout.svg?raw';
import pause from '@offhook/design/icons/pause-fill.svg?raw';
import phoneInTalk from '@offhook/design/icons/phone_in_talk-fill.svg?raw';
import ringVolume from '@offhook/design/icons/ring_volume-fill.svg?raw';
import { statusIcon } from '@offhook/design/icons/status-icons';
import timer from '@offhook/design/icons/timer.svg?raw';
import type { Tile } from '../../../core/board/board-rows.ts';
import { type RoomState, roomState } from '../../../core/room/groups.ts';
import type { Level } from '../../../core/room/limits.ts';

export const STATE_ICONS: Readonly<Record<BoardState, string>> = {
  ringing: ringVolume,
  held: pause,
  oncall: phoneInTalk,
  wrapup: note,
  available: check,
  unavailable: minus,
};

export const LEVEL_ICONS: Readonly<Record<Exclude<Level, 'none'>, string>> = {
  danger: error,
  caution: timer,
};

/** null: a team's. */
export function groupIcon(state: RoomState | null): string {
  if (state === null) return groups;
  if (state === 'away') return coffee;
  return state === 'signedOut' ? logout : STATE_ICONS[state];
}

/** The icon of a limit only replaces that of a quiet state. */
export function tileIcon(tile: Tile, level: Level): string {
  const state = roomState(tile);
  const isLoud = state === 'ringing' || state === 'held';
  if (level !== 'none' && !isLoud) return LEVEL_ICONS[level];
  return state === 'away' && tile.status ? statusIcon(tile.status) : groupIcon(state);
}
