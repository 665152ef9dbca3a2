import type { Board } from '@offhook/contract/console/board-entities';
import { DEFAULT_BOARD_LIMITS } from '@offhook/contract/console/board-limits';
import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import { Segmented } from '@offhook/design/forms/segmented.tsx';
import contrast from '@offhook/design/icons/contrast.svg?raw';
import fullscreen from '@offhook/design/icons/fullscreen.svg?raw';
import timer from '@offhook/design/icons/timer.svg?raw';
import { t } from '@offhook/i18n/console';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { ORDERS, type Order } from '../../core/board/order.ts';
import { orderWall, place } from '../../core/room/groups.ts';
import { isOnWall } from '../../core/room/wall.ts';
import { StaleLine, useStaleSince } from '../../parts/shell/stale-line.tsx';
import { Loaded } from '../../parts/tables/loaded.tsx';
import { useBoard } from '../../queries.ts';
import { toTiles } from './board/to-tile.ts';
import { useOrder } from './board/use-order.ts';
import { Figures } from './room/figures.tsx';
import { ServerAhead, useServerAhead, useServerNow } from './room/server-clock.ts';
import { THEMES, useForcedTheme } from './wallboard/use-forced-theme.ts';
import { useWakeLock } from './wallboard/use-wake-lock.ts';
import { WallTiles } from './wallboard/wall-tiles.tsx';
import styles from './wallboard.module.css';

const c = classes(styles);

/** For a screen on a wall: it shows no lead, because passers-by see it. */
export function WallboardPage() {
  const query = useBoard('');
  const isStale = useStaleSince() !== null;
  const [theme, setTheme] = useForcedTheme();
  const [order, setOrder] = useOrder('offhook.wallboard.order');
  useWakeLock();
  const documentTitle = t('document.title', { page: t('wallboard.title') });
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <main className={c('wall')} data-stale={isStale ? '' : undefined}>
      <h1 className="visually-hidden">{t('wallboard.title')}</h1>
      <div className={c('stale')}>
        <StaleLine />
      </div>
      <Loaded<Board> query={query}>{(board) => <WallContent board={board} order={order} />}</Loaded>
      <footer className={c('foot')}>
        <Link to="/">{t('wallboard.back')}</Link>
        <span className={c('session')}>{t('wallboard.session')}</span>
        <div className={c('order')}>
          <Segmented
            choices={ORDERS.map((value) => ({ value, label: t(`board.order.${value}`), icon: timer }))}
            chosen={order}
            fills
            name={t('board.order')}
            onChoose={setOrder}
          />
        </div>
        <div className={c('theme')}>
          <Segmented
            choices={THEMES.map((value) => ({ value, label: t(`wallboard.${value}`), icon: contrast }))}
            chosen={theme}
            fills
            name={t('wallboard.theme')}
            onChoose={setTheme}
          />
        </div>
        {document.fullscreenEnabled && (
          <IconButton
            icon={fullscreen}
            name={t('wallboard.fullScreen')}
            onClick={() =>
              void (document.fullscreenElement
                ? document.exitFullscreen()
                : document.documentElement.requestFullscreen())
            }
          />
        )}
      </footer>
    </main>
  );
}

interface WallProps {
  readonly board: Board;
  readonly order: Order;
}

function WallContent({ board, order }: WallProps) {
  return (
    <ServerAhead value={useServerAhead(board.now)}>
      <Wall board={board} order={order} />
    </ServerAhead>
  );
}

function Wall({ board, order }: WallProps) {
  const now = useServerNow();
  const limits = board.limits ?? DEFAULT_BOARD_LIMITS;
  const tiles = toTiles(board.agents).filter(isOnWall);
  const placed = orderWall(place(tiles, limits, now), order);
  return (
    <>
      <Figures board={board} large limits={limits} tiles={tiles} />
      {placed.length === 0 ? (
        <p className={c('empty')}>{t('wallboard.empty')}</p>
      ) : (
        <WallTiles placed={placed} />
      )}
    </>
  );
}
