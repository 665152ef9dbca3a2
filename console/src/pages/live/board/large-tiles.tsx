import type { Board } from '@offhook/contract/console/board-entities';
import type { BoardLimits } from '@offhook/contract/console/board-limits';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import type { ComponentProps } from 'react';
import { useConsole } from '../../../console-context.ts';
import { groupByTeam, searchTiles, type Tile, teamSummary } from '../../../core/board/board-rows.ts';
import type { Order } from '../../../core/board/order.ts';
import { type OwnCall, tileActions } from '../../../core/board/supervising.ts';
import { Notice } from '../../../parts/shell/notice.tsx';
import styles from './large-tiles.module.css';
import { AgentTile } from './tile.tsx';
import { useHeldOrder } from './use-held-order.ts';

const c = classes(styles);

interface Props extends Pick<ComponentProps<typeof AgentTile>, 'busy' | 'onAction' | 'serverAheadMs'> {
  readonly board: Pick<Board, 'teams'>;
  readonly tiles: readonly Tile[];
  readonly limits: BoardLimits;
  readonly order: Order;
  readonly searched: string;
  readonly own: OwnCall | null;
}

/** By team. */
export function LargeTiles({ board, tiles, limits, order, searched, own, ...events }: Props) {
  const { user } = useConsole();
  const { tiles: ordered, handlers } = useHeldOrder(tiles, order);
  const groups = groupByTeam(searchTiles(ordered, searched), board.teams);
  return (
    <div className={c('agents')} {...handlers}>
      {groups.map(({ team, tiles: members }) => (
        <section aria-label={team?.name ?? t('board.noTeam')} key={team?.id ?? 0}>
          <div className={c('head')}>
            <h2 className={c('name')}>
              <bdi>{team?.name ?? t('board.noTeam')}</bdi>
            </h2>
            {team && <span className={c('summary')}>{teamSummary(team)}</span>}
          </div>
          <ul className={c('tiles')}>
            {members.map((tile) => (
              <AgentTile
                actions={tileActions(user, tile, own)}
                key={tile.id}
                limits={limits}
                tile={tile}
                {...events}
              />
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && (
        <Notice text={tiles.length === 0 ? t('board.empty') : t('board.empty.filtered')} />
      )}
    </div>
  );
}
