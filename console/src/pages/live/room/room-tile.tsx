import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { memo } from 'react';
import { type Tile, tileTime } from '../../../core/board/board-rows.ts';
import { roomState, roomStateName } from '../../../core/room/groups.ts';
import type { Level } from '../../../core/room/limits.ts';
import { tileIcon } from '../board/state-icons.ts';
import styles from './room-tile.module.css';
import { useServerNow } from './server-clock.ts';

const c = classes(styles);

interface Props {
  /** Unique on the page: an agent can be in two teams. */
  readonly placeId: string;
  /** Of its group's seats, from 1. */
  readonly row: number;
  readonly column: number;
  readonly tile: Tile;
  readonly level: Level;
  /** The tip is open. */
  readonly isOpen: boolean;
  /** The one tile that Tab reaches. */
  readonly isTabStop: boolean;
}

/** Renders only when its agent changes; its time alone follows the clock. The room handles its events. */
export const RoomTile = memo(function RoomTile({
  placeId,
  row,
  column,
  tile,
  level,
  isOpen,
  isTabStop,
}: Props) {
  const state = roomState(tile);
  return (
    <li className={c('item')} style={{ gridArea: `${row} / ${column}` }}>
      <button
        aria-expanded={isOpen}
        className={c('tile', state, level)}
        data-place={placeId}
        data-state={tile.state}
        tabIndex={isTabStop ? 0 : -1}
        type="button"
      >
        <span className={c('lamp')}>
          <Icon size={18} svg={tileIcon(tile, level)} />
          <span className="visually-hidden">{roomStateName(state)}</span>
          <Time tile={tile} />
        </span>
        <span className={c('name')} dir="auto">
          {tile.full_name}
        </span>
      </button>
    </li>
  );
});

function Time({ tile }: { readonly tile: Tile }) {
  const time = tileTime(tile, useServerNow());
  return (
    time !== null && (
      <span className={c('time')} dir="ltr">
        {time}
      </span>
    )
  );
}
