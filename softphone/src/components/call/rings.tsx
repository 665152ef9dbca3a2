import { classes } from '@offhook/design/classes';
import type { ReactNode } from 'react';
import styles from './rings.module.css';

const c = classes(styles);

/** While ringing, the inner ring flashes once a second, for agents who don't hear the sound. */
interface Props {
  readonly lit?: boolean;
  readonly dashed?: boolean;
  readonly children: ReactNode;
}

export function Rings({ lit = false, dashed = false, children }: Props) {
  return (
    <div className={c('rings', lit && 'lit', dashed && 'dashed')}>
      <span className={c('ring', 'outer')} />
      <span className={c('ring', 'middle')} />
      {lit && <span className={c('wave')} />}
      {lit && <span className={c('wave', 'second')} />}
      <span className={c('ring', 'inner')} />
      {children}
    </div>
  );
}
