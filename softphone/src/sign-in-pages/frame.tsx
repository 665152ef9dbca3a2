import { classes } from '@offhook/design/classes';
import { Mark } from '@offhook/design/identity/mark.tsx';
import { type ReactNode, useEffect } from 'react';
import styles from './frame.module.css';

const c = classes(styles);

interface Props {
  readonly title: string;
  /** For lists. */
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

/** The brand, the page's title, and a column for its form. */
export function Frame({ title, wide, children }: Props) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className={c('page', wide && 'wide')}>
      <header className={c('brand')} translate="no">
        <Mark size={40} />
        Offhook
      </header>
      <main className={c('main')}>
        <h1 className={c('title')}>{title}</h1>
        {children}
      </main>
    </div>
  );
}

/** A text below the title or in place of a form. */
export function Line({ role, children }: { readonly role?: 'status'; readonly children: ReactNode }) {
  return (
    <p className={c('line')} role={role}>
      {children}
    </p>
  );
}

export function Hint({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <p className={c('hint')} id={id}>
      {children}
    </p>
  );
}

export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={c('stack')}>{children}</div>;
}

/** The way back, below a form. */
export function LinkRow({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className={c('link')} href={href}>
      {children}
    </a>
  );
}
