import { type FocusEvent, useState } from 'react';
import { keepOrder, sortTiles, type Tile } from '../../../core/board/board-rows.ts';

/** The sorted tiles. The order is held while the pointer or the focus is on a tile, so that buttons don't move away. */
export function useHeldOrder(tiles: readonly Tile[]) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [before, setBefore] = useState<readonly number[] | null>(null);
  const sorted = sortTiles(tiles);
  const shown = before && (pointed || focused) ? keepOrder(before, sorted) : sorted;
  const hold = () => {
    if (!pointed && !focused) setBefore(shown.map(({ id }) => id));
  };
  return {
    tiles: shown,
    handlers: {
      onPointerEnter: () => {
        hold();
        setPointed(true);
      },
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }: FocusEvent) => {
        // Focus left behind by a click doesn't hold the order.
        if (!target.matches(':focus-visible')) return;
        hold();
        setFocused(true);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      },
    },
  };
}
