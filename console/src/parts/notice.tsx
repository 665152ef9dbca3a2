import { classes } from '@offhook/softphone/design/classes';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

const c = classes(styles);

/** One plain sentence where there is nothing else to show, and perhaps a way on. */
export function Notice({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={c('notice')}>
      <p>{text}</p>
      {children}
    </div>
  );
}
