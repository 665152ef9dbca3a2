import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/phone';
import type { ReactNode } from 'react';
import { LampIcon } from '../call/lamp-icon.tsx';
import styles from './status-bar.module.css';

const c = classes(styles);

interface Props {
  readonly icon: string;
  readonly state: string;
  /** For views without a title, the state is the heading. */
  readonly headingId?: string;
  readonly shrunk?: boolean;
  readonly blinks?: boolean;
  readonly end?: ReactNode;
  /** After `end`, for a shrunk bar. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function StatusBar({ icon, state, headingId, shrunk, blinks = false, end, action, children }: Props) {
  return (
    <div className={c('bar', shrunk && 'shrunk')}>
      <div className={c('line')}>
        <LampIcon blinks={blinks} svg={icon} />
        {headingId === undefined ? (
          <span className={c('state')}>{state}</span>
        ) : (
          <h1 className={c('state')} id={headingId}>
            {state}
          </h1>
        )}
        {end !== undefined && <span className={c('end')}>{end}</span>}
        {action}
      </div>
      {children}
    </div>
  );
}

export function StatusLine({
  text,
  running,
  faint,
}: {
  readonly text: string;
  readonly running: boolean;
  /** Not answered yet. */
  readonly faint?: boolean;
}) {
  return (
    <div className={c('status', running ? 'time' : 'words', faint && 'faint')} role="timer">
      <bdi dir="ltr">{text}</bdi>
    </div>
  );
}

interface DetailProps {
  readonly icon: string;
  readonly text: string;
  readonly part: 'far-end' | 'lead-left' | 'hold' | 'agents' | 'supervisor' | 'hearing' | 'agent' | 'wrap-up';
}

export function StatusBarDetail({ icon, text, part }: DetailProps) {
  return (
    <p className={c('second')} data-part={part}>
      <Icon size={20} svg={icon} />
      <span className={c('detail')}>{text}</span>
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

/** Beside an open panel, only the problem fits. */
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

/** What the other side does, with a button at its end. */
export function StatusBarRow({ children }: { readonly children: ReactNode }) {
  return <div className={c('row')}>{children}</div>;
}

interface ButtonProps {
  readonly icon: string;
  /** The action, for the tooltip and screen readers. */
  readonly title: string;
  readonly shortcut: string;
  readonly filled: boolean;
  readonly busy: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** Beside an open panel, only the icon fits. */
export function StatusBarButton({ icon, title, shortcut, filled, busy, onClick, children }: ButtonProps) {
  return (
    <button
      aria-disabled={busy}
      aria-keyshortcuts={shortcut}
      aria-label={title === children ? children : t('statusBar.button', { state: children, action: title })}
      className={c('button', filled && 'filled')}
      data-part="status-button"
      onClick={() => !busy && onClick()}
      title={title}
      type="button"
    >
      <Icon size={18} svg={icon} />
      <span className={c('buttonText')}>{children}</span>
    </button>
  );
}

export function StatusBarChip({ icon, children }: { readonly icon: string; readonly children: ReactNode }) {
  return (
    <span className={c('chip')}>
      <Icon size={18} svg={icon} />
      {children}
    </span>
  );
}
