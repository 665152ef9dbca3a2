import { classes } from '@offhook/design/classes';
import type { ReactNode } from 'react';
import styles from './share-list.module.css';

const c = classes(styles);

export interface ShareRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly figure: string;
  /** Of the highest row, 0 to 1. */
  readonly share: number;
}

/** Names with a figure and a bar. */
export function ShareList({
  rows,
  isLoss,
}: {
  readonly rows: readonly ShareRow[];
  readonly isLoss?: boolean;
}) {
  return (
    <ul className={c('list', isLoss && 'loss')}>
      {rows.map(({ key, name, figure, share }) => (
        <li className={c('row')} key={key}>
          <span className={c('name')}>{name}</span>
          <span className={c('figure')}>{figure}</span>
          <span aria-hidden="true" className={c('bar')} style={{ inlineSize: `${share * 100}%` }} />
        </li>
      ))}
    </ul>
  );
}
