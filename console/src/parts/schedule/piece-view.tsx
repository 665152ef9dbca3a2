import { classes } from '@offhook/design/classes';
import type { KeyboardEvent, PointerEvent, Ref } from 'react';
import { formatTimes, pieceLabels, pieceName } from '../../core/schedule/hours-text.ts';
import { DAY, type Part, type Piece, splitByDay } from '../../core/schedule/schedule-grid.ts';
import styles from './schedule-grid.module.css';

const c = classes(styles);

/** The part of a piece that is dragged. */
export type Grip = 'start' | 'middle' | 'end';

interface Props {
  readonly piece: Piece;
  readonly dragging: boolean;
  /** Id of the element that describes the keys. */
  readonly describedBy: string;
  readonly onOpen: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent, grip: Grip) => void;
  readonly ref: Ref<HTMLButtonElement>;
}

/** A piece is one button. Its part on the next day is hidden from screen readers. */
export function PieceView({ piece, dragging, describedBy, onOpen, onKeyDown, onPointerDown, ref }: Props) {
  const [first, second] = splitByDay(piece);
  if (!first) return null;
  const ends = (part: Part) => (
    <>
      {!part.continuesFromDayBefore && (
        <span className={c('edge', 'start')} onPointerDown={(event) => onPointerDown(event, 'start')} />
      )}
      {!part.continuesNextDay && (
        <span className={c('edge', 'end')} onPointerDown={(event) => onPointerDown(event, 'end')} />
      )}
    </>
  );
  return (
    <li className={c('item')}>
      <button
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        aria-label={pieceName(piece)}
        className={c('piece', first.continuesNextDay && 'continuesNextDay', dragging && 'dragging')}
        onClick={onOpen}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => onPointerDown(event, 'middle')}
        ref={ref}
        style={toGridPosition(first)}
        title={formatTimes(piece)}
        type="button"
      >
        <Label {...pieceLabels(piece, first)} />
        {ends(first)}
      </button>
      {second && (
        <span
          aria-hidden="true"
          className={c('piece', 'continuesFromDayBefore', dragging && 'dragging')}
          onPointerDown={(event) => onPointerDown(event, 'middle')}
          style={toGridPosition(second)}
        >
          <Label {...pieceLabels(piece, second)} />
          {ends(second)}
        </span>
      )}
    </li>
  );
}

/** The style sheet shows whichever text fits. */
function Label({ short, whole }: { readonly short: string; readonly whole: string }) {
  const room = whole.length > 14 ? 'widest' : whole.length > 11 ? 'wider' : 'wide';
  return (
    <span className={c('label', room)}>
      <span className={c('short', short.length > 5 && 'long')}>{short}</span>
      <span className={c('whole')}>{whole}</span>
    </span>
  );
}

function toGridPosition({ day, from, to }: Part): Readonly<Record<`--${string}`, number>> {
  return { '--day': day - 1, '--from': from / DAY, '--length': (to - from) / DAY };
}
