import type { Board } from '@offhook/contract/console/board-entities';
import type { BoardLimits } from '@offhook/contract/console/board-limits';
import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import type { Tile } from '../../../core/board/board-rows.ts';
import { roomFigures } from '../../../core/room/figures.ts';
import { toMs } from '../../../moments.ts';
import { LEVEL_ICONS } from '../board/state-icons.ts';
import styles from './figures.module.css';
import { useServerNow } from './server-clock.ts';

const c = classes(styles);

interface Props {
  readonly board: Pick<Board, 'waiting' | 'waiting_total' | 'today'>;
  readonly tiles: readonly Tile[];
  readonly limits: BoardLimits;
  /** Readable from across the room. */
  readonly large?: boolean;
}

export function Figures({ board, tiles, limits, large }: Props) {
  const now = useServerNow();
  const waiting = board.waiting.map(({ since, due_at }) => ({ since: toMs(since), dueAt: toMs(due_at) }));
  const ready = tiles.filter(({ state }) => state === 'available').length;
  return (
    <dl aria-label={t('board.figures')} className={c('figures', large && 'large')}>
      {roomFigures({ ...board, waiting, ready }, limits, now).map(({ id, name, value, unit, level }) => (
        <div className={c('figure', level)} key={id}>
          <dt className={c('name')}>{name}</dt>
          <dd className={c('value')}>
            <span dir="ltr">{value}</span>
            {unit !== null && <span className={c('unit')}>{unit}</span>}
            {level !== 'none' && <Icon size={large ? 48 : 20} svg={LEVEL_ICONS[level]} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
