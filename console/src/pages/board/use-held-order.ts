import { type FocusEvent, useState } from 'react';
import { keepOrder, sortTiles, type Tile } from '../../core/board/board-rows.ts';

/**
 * The tiles in their order, which stands still while the pointer is among them, or the keyboard's focus: who aims at a
 * button must find it where it was.
 */
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
        // A click leaves the focus behind, too; that holds nothing.
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
