import { classes } from '@offhook/design/classes';
import type { ReactNode } from 'react';
import styles from './facts.module.css';

const c = classes(styles);

/** A list of names and values; null values are left out. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={c('facts')}>
      {Object.entries(facts)
        .filter(([, fact]) => fact !== null)
        .map(([name, fact]) => (
          <div className={c('fact')} key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
    </dl>
  );
}
