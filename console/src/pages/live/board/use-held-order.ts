import { useRef } from 'react';
import { keepOrder, sortTiles, type Tile } from '../../../core/board/board-rows.ts';
import type { Order } from '../../../core/board/order.ts';
import { useHold } from './use-hold.ts';

/** The sorted tiles. While the pointer or the focus is on a tile, none moves. */
export function useHeldOrder(tiles: readonly Tile[], order: Order) {
  const { isHeld, handlers } = useHold();
  const before = useRef<{ readonly order: Order; readonly ids: readonly number[] } | null>(null);
  const sorted = sortTiles(tiles, order);
  const shown = isHeld && before.current?.order === order ? keepOrder(before.current.ids, sorted) : sorted;
  before.current = { order, ids: shown.map(({ id }) => id) };
  return { tiles: shown, handlers };
}
