import { classes } from '@offhook/design/classes';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

const c = classes(styles);

interface Props {
  /** For a notice outside a page with a title. */
  readonly title?: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** A sentence in place of a page's content, with an optional link. */
export function Notice({ title, text, children }: Props) {
  return (
    <div className={c('notice')}>
      {title && <h1 className={c('title')}>{title}</h1>}
      <p>{text}</p>
      {children}
    </div>
  );
}
