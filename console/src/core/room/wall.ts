/** How many agents a wallboard shows at once, and which. Lengths are CSS px. */
import type { Tile } from '../board/board-rows.ts';
import { roomState } from './groups.ts';

/** Of the width: at five columns, a name can be read from 5 m on a screen of 55 inches. */
const FONT_SHARE = 0.085;
const MIN_FONT = 16;
/** Heights as multiples of the font size. */
const TILE_EMS = 1.85;
const GAP_EMS = 0.2;
/** Time to find a name among the tiles. */
export const TURN_MS = 15_000;

export interface Wall {
  readonly columns: number;
  readonly font: number;
  readonly tile: number;
  readonly gap: number;
  /** Tiles that fit. */
  readonly capacity: number;
}

function columnChoices(width: number): readonly number[] {
  if (width < 620) return [1];
  return width < 960 ? [2, 3] : [3, 4, 5];
}

/** The largest tiles with which everyone fits, else the smallest that can be read. */
export function fitWall(width: number, height: number, count: number): Wall {
  const walls = columnChoices(width).map((columns): Wall => {
    const font = Math.max(MIN_FONT, (FONT_SHARE * width) / columns);
    const [tile, gap] = [Math.round(font * TILE_EMS), Math.round(font * GAP_EMS)];
    const rows = Math.max(1, Math.floor((height + gap) / (tile + gap)));
    return { columns, font, tile, gap, capacity: columns * rows };
  });
  const [first] = walls;
  if (!first) throw new Error('a wall has at least one column');
  return walls.find(({ capacity }) => capacity >= count) ?? walls.at(-1) ?? first;
}

/** Passers-by don't see who has left, nor that a supervisor listens to a call. */
export const isOnWall = (tile: Pick<Tile, 'state' | 'status' | 'is_signed_in' | 'is_supervising'>): boolean =>
  !tile.is_supervising && roomState(tile) !== 'signedOut';

export interface WallPage {
  readonly pages: number;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Pages of about the same size. @param turn how often the page was turned */
export function wallPage(count: number, capacity: number, turn: number): WallPage {
  const pages = Math.max(1, Math.ceil(count / capacity));
  const size = Math.ceil(count / pages);
  const from = (turn % pages) * size;
  return { pages, from, to: Math.min(count, from + size) };
}
