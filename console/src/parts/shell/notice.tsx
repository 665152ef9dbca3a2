import { classes } from '@offhook/design/classes';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

const c = classes(styles);

interface Props {
  /** Where no page with a title stands around it. */
  readonly title?: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** One plain sentence where there is nothing else to show, and perhaps a way on. */
export function Notice({ title, text, children }: Props) {
  return (
    <div className={c('notice')}>
      {title && <h1 className={c('title')}>{title}</h1>}
      <p>{text}</p>
      {children}
    </div>
  );
}
