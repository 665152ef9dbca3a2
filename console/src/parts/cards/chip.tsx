import { classes } from '@offhook/design/classes';
import type { ReactNode } from 'react';
import styles from './chip.module.css';

const c = classes(styles);

export function Chip({
  look = 'quiet',
  children,
}: {
  readonly look?: 'quiet' | 'danger';
  readonly children: ReactNode;
}) {
  return <span className={c('chip', look)}>{children}</span>;
}
