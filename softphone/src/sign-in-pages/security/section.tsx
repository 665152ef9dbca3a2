import { classes } from '@offhook/design/classes';
import { formatSince } from '@offhook/i18n/formats';
import type { ReactNode } from 'react';
import styles from './security.module.css';

const c = classes(styles);

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={c('section')}>
      <h2 className={c('heading')}>{title}</h2>
      {children}
    </section>
  );
}

export const since = (at: string) => formatSince(Date.parse(at), Date.now());
