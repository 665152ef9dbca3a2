import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import type { ReactNode } from 'react';
import styles from './status-bar.module.css';

const c = classes(styles);

interface Props {
  readonly icon: string;
  /** The state in words. */
  readonly state: string;
  /** The state is the view's heading, because no title stands under it. */
  readonly headingId?: string;
  /** A panel has the stage: state and time share one line of 56 px. */
  readonly shrunk?: boolean;
  /** The icon winks slowly: somebody waits. */
  readonly winks?: boolean;
  /** At the end of the state's line. */
  readonly end?: ReactNode;
  /** The timer, or a title. */
  readonly children: ReactNode;
}

/** The lit block over the stage; its colour is the frame's. */
export function StatusBar({ icon, state, headingId, shrunk, winks, end, children }: Props) {
  return (
    <div className={c('bar', shrunk && 'shrunk')}>
      <div className={c('line')}>
        <span className={c(winks && 'winks')}>
          <Icon svg={icon} />
        </span>
        {headingId === undefined ? (
          <span className={c('state')}>{state}</span>
        ) : (
          <h1 className={c('state')} id={headingId}>
            {state}
          </h1>
        )}
        {end !== undefined && <span className={c('end')}>{end}</span>}
      </div>
      {children}
    </div>
  );
}

/** The status line: the running time, or 'Dialing...'. Large, and unmoved by the digits that change. */
export function StatusLine({
  text,
  running,
  faint,
}: {
  readonly text: string;
  readonly running: boolean;
  /** It counts, and nobody has answered yet. */
  readonly faint?: boolean;
}) {
  return (
    <div className={c('status', running ? 'time' : 'words', faint && 'faint')} role="timer">
      <bdi dir="ltr">{text}</bdi>
    </div>
  );
}

/** Under the status line: what the other side of the call does. */
export function StatusBarDetail({ icon, text }: { readonly icon: string; readonly text: string }) {
  return (
    <p className={c('second')} data-part="far-end">
      <Icon size={20} svg={icon} />
      {text}
    </p>
  );
}

export function StatusBarTitle({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <h1 className={c('title')} id={id}>
      <bdi>{children}</bdi>
    </h1>
  );
}

/** Something is wrong with the call: what, and what can be done. Beside an open panel there is room for the first. */
export function StatusBarTrouble({
  icon,
  text,
  advice,
}: {
  readonly icon: string;
  readonly text: string;
  readonly advice: string;
}) {
  return (
    <p className={c('trouble')}>
      <Icon svg={icon} />
      <span>
        <strong>{text}</strong> <span className={c('advice')}>{advice}</span>
      </span>
    </p>
  );
}

/** A thing that must not be forgotten, on the lamp: 'Muted'. */
export function StatusBarChip({ icon, children }: { readonly icon: string; readonly children: ReactNode }) {
  return (
    <span className={c('chip')}>
      <Icon size={18} svg={icon} />
      {children}
    </span>
  );
}
