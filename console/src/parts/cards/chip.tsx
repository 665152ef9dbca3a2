import { classes } from '@offhook/design/classes';
import type { ReactNode } from 'react';
import styles from './chip.module.css';

const c = classes(styles);

export function Chip({
  variant = 'quiet',
  children,
}: {
  readonly variant?: 'quiet' | 'danger' | 'good';
  readonly children: ReactNode;
}) {
  return <span className={c('chip', variant)}>{children}</span>;
}
