import type { BoardState } from '@offhook/contract/console/board-entities';
import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import { formatList, formatNumber } from '@offhook/i18n/formats';
import { COUNTER_ORDER, stateName } from '../../../core/board/board-rows.ts';
import { agentStatusName, type StatusCount } from '../../../core/board/status-text.ts';
import styles from './counters.module.css';
import { STATE_ICONS } from './state-icons.ts';

const c = classes(styles);

interface Props {
  readonly counts: Readonly<Record<BoardState, number>>;
  readonly statuses: readonly StatusCount[];
}

export function Counters({ counts, statuses }: Props) {
  return (
    <dl aria-label={t('board.agents')} className={c('counters')}>
      {COUNTER_ORDER.map((state) => (
        <div className={c('counter', state)} key={state}>
          <dt className={c('name')}>
            <span className={c('icon')}>
              <Icon svg={STATE_ICONS[state]} />
            </span>
            {stateName(state)}
          </dt>
          <dd className={c('count')}>{formatNumber(counts[state])}</dd>
          {state === 'unavailable' && statuses.length > 0 && (
            <dd className={c('statuses')}>
              {formatList(
                statuses.map(({ status, count }) =>
                  t('board.statusCount', { status: agentStatusName(status), count }),
                ),
              )}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
