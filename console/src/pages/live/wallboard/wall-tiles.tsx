import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import next from '@offhook/design/icons/chevron_right.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import pause from '@offhook/design/icons/pause-fill.svg?raw';
import play from '@offhook/design/icons/play_arrow-fill.svg?raw';
import { t } from '@offhook/i18n/console';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { tileTime } from '../../../core/board/board-rows.ts';
import { type Placed, roomStateName } from '../../../core/room/groups.ts';
import { fitWall, TURN_MS, wallPage } from '../../../core/room/wall.ts';
import { tileIcon } from '../board/state-icons.ts';
import roomStyles from '../room/room-tile.module.css';
import { useServerNow } from '../room/server-clock.ts';
import styles from './wall-tiles.module.css';

const c = classes(styles);
const room = classes(roomStyles);

interface Props {
  readonly placed: readonly Placed[];
}

/** Agents and their times, without leads. Pages turn by themselves if the room doesn't fit. */
export function WallTiles({ placed }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const now = useServerNow();
  const [stoppedAt, setStoppedAt] = useState<number | null>(null);
  const [skipped, setSkipped] = useState(0);
  const wall = fitWall(size.width, size.height, placed.length);
  const turn = (stoppedAt ?? Math.floor(now / TURN_MS)) + skipped;
  const { pages, from, to } = wallPage(placed.length, wall.capacity, turn);
  const style = {
    '--columns': wall.columns,
    '--tile': `${wall.tile}px`,
    '--gap': `${wall.gap}px`,
    fontSize: `${wall.font}px`,
  } as CSSProperties;
  return (
    <>
      <div className={c('frame')} ref={frame}>
        <ul aria-label={t('wallboard.agents')} className={c('tiles')} style={style}>
          {placed.slice(from, to).map(({ tile, state, measured: { level } }) => (
            <li className={`${c('tile', level)} ${room(state, level)}`} data-state={tile.state} key={tile.id}>
              <span className={c('lamp')} title={roomStateName(state)}>
                <Icon size={48} svg={tileIcon(tile, level)} />
                <span className="visually-hidden">{roomStateName(state)}</span>
                <span className={c('time')} dir="ltr">
                  {tileTime(tile, now)}
                </span>
              </span>
              <span className={c('name')} dir="auto">
                {tile.full_name}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {pages > 1 && (
        <div className={c('pages')}>
          {t('wallboard.page', { from: from + 1, to, total: placed.length })}
          <IconButton
            icon={stoppedAt === null ? pause : play}
            name={stoppedAt === null ? t('wallboard.pause') : t('wallboard.resume')}
            onClick={() => setStoppedAt(stoppedAt === null ? Math.floor(now / TURN_MS) : null)}
            variant="row"
          />
          <IconButton
            icon={next}
            name={t('wallboard.next')}
            onClick={() => setSkipped(skipped + 1)}
            variant="row"
          />
        </div>
      )}
    </>
  );
}
