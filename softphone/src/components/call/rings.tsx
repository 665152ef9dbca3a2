import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import type { ReactNode } from 'react';
import styles from './rings.module.css';

const c = classes(styles);

interface Props {
  /** While ringing. The inner ring flashes once a second, for agents who can't hear the sound. */
  readonly lit?: boolean;
  readonly dashed?: boolean;
  readonly children: ReactNode;
}

export function Rings({ lit = false, dashed = false, children }: Props) {
  return (
    <div className={c('rings', lit && 'lit', dashed && 'dashed')} data-part="rings">
      <span className={c('ring', 'outer')} />
      <span className={c('ring', 'middle')} />
      {lit && <span className={c('wave')} />}
      {lit && <span className={c('wave', 'second')} />}
      <span className={c('ring', 'inner')} />
      {children}
    </div>
  );
}

/** In the rings, in place of a person. */
export function RingsDisc({ icon, faint = false }: { readonly icon: string; readonly faint?: boolean }) {
  return (
    <span className={c('disc', faint && 'faint')}>
      <Icon size={48} svg={icon} />
    </span>
  );
}
