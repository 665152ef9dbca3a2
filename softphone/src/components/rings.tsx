import type { ReactNode } from 'react';
import { classes } from '../design/classes.ts';
import styles from './rings.module.css';

const c = classes(styles);

/**
 * The lamp around the avatar: three unlit hairlines; lit, the inner ring is solid and flashes once a second for
 * those who do not hear, and two rings travel outward.
 */
export function Rings({ lit = false, children }: { readonly lit?: boolean; readonly children: ReactNode }) {
  return (
    <div className={c('rings', lit && 'lit')}>
      <span className={c('ring', 'outer')} />
      <span className={c('ring', 'middle')} />
      {lit && <span className={c('wave')} />}
      {lit && <span className={c('wave', 'second')} />}
      <span className={c('ring', 'inner')} />
      {children}
    </div>
  );
}
