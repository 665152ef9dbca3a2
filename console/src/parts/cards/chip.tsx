import { classes } from '@offhook/design/classes';
import type { ReactNode } from 'react';
import styles from './chip.module.css';

const c = classes(styles);

export function Chip({
  variant = 'quiet',
  isSentence,
  children,
}: {
  readonly variant?: 'quiet' | 'danger' | 'good';
  /** Wraps where there is no room. */
  readonly isSentence?: boolean;
  readonly children: ReactNode;
}) {
  return <span className={c('chip', variant, isSentence && 'sentence')}>{children}</span>;
}
