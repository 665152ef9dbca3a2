import { classes } from '@offhook/design/classes';
import down from '@offhook/design/icons/arrow_downward.svg?raw';
import up from '@offhook/design/icons/arrow_upward.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import { Link } from 'react-router';
import type { KeyFigure } from '../../core/reports/key-figures.ts';
import styles from './key-figures.module.css';

const c = classes(styles);

interface Props {
  /** null: loading. */
  readonly figures: readonly KeyFigure[];
}

/** The six figures, with what they were in the period before. */
export function KeyFigures({ figures }: Props) {
  return (
    <dl className={c('figures')}>
      {figures.map(({ name, figure, delta, before, to }) => (
        <div className={c('figure')} key={name}>
          <dt className={c('name')}>{name}</dt>
          <dd className={c('value')}>
            {to === null ? figure.text : <Link to={to}>{figure.text}</Link>}
            {figure.unit && <span className={c('unit')}> {figure.unit}</span>}
          </dd>
          {before !== null && (
            <dd className={c('before')}>
              {delta && delta.direction !== 'same' && (
                <span className={c('delta', delta.tone)}>
                  <Icon size={16} svg={delta.direction === 'up' ? up : down} />
                  <span className="visually-hidden">
                    {delta.direction === 'up' ? t('reports.delta.up') : t('reports.delta.down')}
                  </span>
                  {delta.amount}
                </span>
              )}{' '}
              {t('reports.delta.from', { before })}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
