import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { DAY, movePiece, type Piece, type Placed, resizePiece } from '../../core/schedule/schedule-grid.ts';
import type { Grip } from './piece-view.tsx';

/** A click may move the pointer a little. */
const CLICK_TOLERANCE_PX = 4;

interface Drag {
  readonly key: number;
  readonly grip: Grip;
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  /** The week when the pointer went down; every move starts from it. */
  readonly pieces: readonly Piece[];
  readonly index: number;
  moved: boolean;
}

/** Drags pieces: the middle moves a piece, an end resizes it. */
export function usePieceDrag(
  grid: RefObject<HTMLElement | null>,
  pieces: readonly Piece[],
  apply: (from: Piece, placed: Placed) => void,
) {
  const drag = useRef<Drag | null>(null);
  const [key, setKey] = useState<number | null>(null);
  const latest = useRef({ pieces, apply });
  latest.current = { pieces, apply };

  useEffect(() => {
    if (key === null) return;
    const move = (event: globalThis.PointerEvent) => {
      const active = drag.current;
      const tracks = grid.current?.querySelector('[data-tracks]');
      const piece = active?.pieces[active.index];
      if (!active || !tracks || !piece || event.pointerId !== active.pointerId) return;
      const [dx, dy] = [event.clientX - active.x, event.clientY - active.y];
      if (!active.moved && Math.hypot(dx, dy) < CLICK_TOLERANCE_PX) return;
      active.moved = true;
      const { width, height } = tracks.getBoundingClientRect();
      const minutes = (dx / width) * DAY;
      const days = Math.round((dy / height) * 7);
      const { apply } = latest.current;
      if (active.grip === 'middle')
        apply(piece, movePiece(active.pieces, active.index, piece.start + minutes + days * DAY));
      else apply(piece, resizePiece(active.pieces, active.index, active.grip, minutes + days * DAY));
    };
    const end = (event: globalThis.PointerEvent) => {
      const active = drag.current;
      if (!active || event.pointerId !== active.pointerId) return;
      drag.current = null;
      setKey(null);
      // The click at the end of a drag must not open the dialog.
      if (active.moved && event.type === 'pointerup') stopNextClick();
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, [key, grid]);

  const start = (event: PointerEvent, pieceKey: number, index: number, grip: Grip) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const { pointerId, clientX: x, clientY: y } = event;
    drag.current = { key: pieceKey, grip, pointerId, x, y, pieces, index, moved: false };
    setKey(pieceKey);
  };
  return { key, start };
}

function stopNextClick(): void {
  const stop = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', stop, { capture: true, once: true });
  // If no click follows the drag, don't swallow the next one.
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 0);
}
