import { GRID_MINUTES } from '@offhook/contract/weekly-schedule';
import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatList, formatTimeOfDay, formatWeekday } from '@offhook/i18n/formats';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatTimes, pieceName } from '../../core/schedule/hours-text.ts';
import {
  copyDay,
  DAY,
  DAYS,
  movePiece,
  type Piece,
  type Placed,
  removePiece,
  resizePiece,
  splitByDay,
  suggestPiece,
} from '../../core/schedule/schedule-grid.ts';
import { PieceDialog } from './piece-dialog.tsx';
import { PieceView } from './piece-view.tsx';
import styles from './schedule-grid.module.css';
import { usePieceDrag } from './use-piece-drag.ts';

const c = classes(styles);

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21];

interface Props {
  readonly pieces: readonly Piece[];
  readonly onChange: (pieces: readonly Piece[]) => void;
}

/**
 * A week in quarter hours. Users drag a piece by its middle or ends, or use the keyboard: arrows move it, Shift and
 * arrows move its ends, Enter opens its dialog, Delete removes it.
 */
export function ScheduleGrid({ pieces, onChange }: Props) {
  const keys = useRef(new WeakMap<Piece, number>());
  const lastKey = useRef(0);
  const buttons = useRef(new Map<number, HTMLButtonElement>());
  const grid = useRef<HTMLDivElement>(null);
  const focusNext = useRef<Piece | null>(null);
  const [opened, setOpened] = useState<{ readonly piece: Piece; readonly isNew: boolean } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const help = useId();

  /** A moved piece keeps its element, and so it keeps the focus and the pointer. */
  const keyOf = (piece: Piece) => {
    const known = keys.current.get(piece);
    if (known !== undefined) return known;
    lastKey.current += 1;
    keys.current.set(piece, lastKey.current);
    return lastKey.current;
  };

  const apply = (from: Piece, { pieces: next, index }: Placed) => {
    const piece = next[index];
    if (!piece) return;
    keys.current.set(piece, keyOf(from));
    onChange(next);
    setAnnouncement(pieceName(piece));
  };

  useEffect(() => {
    const piece = focusNext.current;
    focusNext.current = null;
    if (piece) buttons.current.get(keyOf(piece))?.focus();
  });

  const drag = usePieceDrag(grid, pieces, apply);

  const addTo = (day: number) => {
    const piece = suggestPiece(pieces, day);
    if (piece) setOpened({ piece, isNew: true });
    else setAnnouncement(t('hours.day.full', { day: formatWeekday(day) }));
  };

  const remove = (index: number) => {
    const next = removePiece(pieces, index);
    const piece = pieces[index];
    focusNext.current = next[Math.min(index, next.length - 1)] ?? null;
    if (next.length === 0) grid.current?.querySelector('button')?.focus();
    if (piece) setAnnouncement(t('hours.removed', { hours: pieceName(piece) }));
    onChange(next);
  };

  const press = (event: KeyboardEvent, index: number) => {
    const piece = pieces[index];
    const move = KEYS[`${event.shiftKey ? 'Shift+' : ''}${event.key}`];
    if (!piece || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Delete' || event.key === 'Backspace') remove(index);
    else if (move) apply(piece, move(pieces, index));
    else return;
    event.preventDefault();
  };

  return (
    <div className={c('frame')} ref={grid}>
      <div className={c('grid')}>
        <div aria-hidden="true" className={c('hours')}>
          {HOURS.map((hour) => (
            <span key={hour} style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
              {formatTimeOfDay(hour * 60)}
            </span>
          ))}
        </div>
        <ul aria-label={t('hours.days')} className={c('days')}>
          {DAYS.map((day) => (
            <li className={c('day')} key={day}>
              <span className={c('name')}>{formatWeekday(day)}</span>
              <span className={c('times')}>{timesOfDay(pieces, day)}</span>
              <span className={c('add')}>
                <IconButton
                  icon={add}
                  variant="row"
                  name={t('hours.add', { day: formatWeekday(day) })}
                  onClick={() => addTo(day)}
                />
              </span>
            </li>
          ))}
        </ul>
        <ul aria-label={t('hours.grid')} className={c('tracks')} data-tracks>
          {pieces.map((piece, index) => {
            const key = keyOf(piece);
            return (
              <PieceView
                describedBy={help}
                dragging={drag.key === key}
                key={key}
                onKeyDown={(event) => press(event, index)}
                onOpen={() => setOpened({ piece, isNew: false })}
                onPointerDown={(event, part) => drag.start(event, key, index, part)}
                piece={piece}
                ref={(button) => {
                  if (button) buttons.current.set(key, button);
                  else buttons.current.delete(key);
                }}
              />
            );
          })}
        </ul>
      </div>
      <p hidden id={help}>
        {t('hours.help', { minutes: GRID_MINUTES })}
      </p>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      {opened && (
        <PieceDialog
          {...opened}
          onClose={() => setOpened(null)}
          onRemove={() => {
            setOpened(null);
            remove(pieces.indexOf(opened.piece));
          }}
          onSet={(placed, targetDays) => {
            setOpened(null);
            const piece = placed.pieces[placed.index];
            if (!piece) return;
            focusNext.current = piece;
            const [part] = splitByDay(piece);
            const all = copyDay(placed.pieces, part?.day ?? 1, targetDays);
            apply(opened.piece, { pieces: all, index: all.indexOf(piece) });
          }}
          pieces={pieces}
        />
      )}
    </div>
  );
}

type Move = (pieces: readonly Piece[], index: number) => Placed;

const moveBy =
  (by: number): Move =>
  (pieces, index) =>
    movePiece(pieces, index, (pieces[index]?.start ?? 0) + by);
const resizeBy =
  (edge: 'start' | 'end', by: number): Move =>
  (pieces, index) =>
    resizePiece(pieces, index, edge, by);

const KEYS: Readonly<Record<string, Move>> = {
  ArrowLeft: moveBy(-GRID_MINUTES),
  ArrowRight: moveBy(GRID_MINUTES),
  ArrowUp: moveBy(-DAY),
  ArrowDown: moveBy(DAY),
  'Shift+ArrowLeft': resizeBy('end', -GRID_MINUTES),
  'Shift+ArrowRight': resizeBy('end', GRID_MINUTES),
  'Shift+ArrowUp': resizeBy('start', -GRID_MINUTES),
  'Shift+ArrowDown': resizeBy('start', GRID_MINUTES),
};

/** A day's hours as text, for narrow screens. */
function timesOfDay(pieces: readonly Piece[], day: number): string {
  const ofDay = pieces.filter((piece) => splitByDay(piece)[0]?.day === day);
  return formatList(ofDay.map((piece) => formatTimes(piece)));
}
