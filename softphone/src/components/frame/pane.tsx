import { classes } from '@offhook/design/classes';
import type { ComponentProps } from 'react';
import styles from './pane.module.css';

const c = classes(styles);

/** Beside the phone in a wide window, in the place of a panel. */
export function Pane(props: ComponentProps<'aside'>) {
  return <aside className={c('pane')} {...props} />;
}
