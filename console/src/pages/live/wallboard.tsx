import type { Board } from '@offhook/contract/console/board-entities';
import { DEFAULT_BOARD_LIMITS } from '@offhook/contract/console/board-limits';
import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import { Segmented } from '@offhook/design/forms/segmented.tsx';
import contrast from '@offhook/design/icons/contrast.svg?raw';
import fullscreen from '@offhook/design/icons/fullscreen.svg?raw';
import { t } from '@offhook/i18n/console';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { groupRoom, place } from '../../core/room/groups.ts';
import { StaleLine, useStaleSince } from '../../parts/shell/stale-line.tsx';
import { Loaded } from '../../parts/tables/loaded.tsx';
import { useBoard } from '../../queries.ts';
import { toTile } from './board/to-tile.ts';
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
      <Loaded<Board> query={query}>{(board) => <WallContent board={board} />}</Loaded>
      <footer className={c('foot')}>
        <Link to="/">{t('wallboard.back')}</Link>
        <span className={c('session')}>{t('wallboard.session')}</span>
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

function WallContent({ board }: { readonly board: Board }) {
  return (
    <ServerAhead value={useServerAhead(board.now)}>
      <Wall board={board} />
    </ServerAhead>
  );
}

function Wall({ board }: { readonly board: Board }) {
  const now = useServerNow();
  const limits = board.limits ?? DEFAULT_BOARD_LIMITS;
  const tiles = board.agents.map(toTile);
  const placed = groupRoom(place(tiles, limits, now), 'status', [])
    .filter(({ state }) => state !== 'signedOut')
    .flatMap((group) => group.placed);
  return (
    <>
      <Figures board={board} large limits={limits} tiles={tiles} />
      <WallTiles placed={placed} />
    </>
  );
}
