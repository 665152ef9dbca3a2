import { classes } from '@offhook/design/classes';
import { type ReactNode, useRef } from 'react';
import type { PhoneStatus } from '../../core/screen/phone-status.ts';
import { useStrayClickGuard } from '../buttons/use-stray-click-guard.ts';
import styles from './phone-frame.module.css';

const c = classes(styles);

interface Props {
  readonly status: PhoneStatus;
  /** Its buttons stay in their places. */
  readonly view: string;
  readonly bar: ReactNode;
  readonly notice: ReactNode;
  /** A screen; its parts are placed by `grid-area`. */
  readonly children: ReactNode;
  readonly beside: ReactNode;
  readonly covered: boolean;
}

export function PhoneFrame({ status, view, bar, notice, children, beside, covered }: Props) {
  const guard = useStrayClickGuard(view);
  const statuses = useRef({ now: status, before: status });
  if (statuses.current.now !== status) statuses.current = { now: status, before: statuses.current.now };
  return (
    <div
      className={c('app', status, covered && 'covered')}
      data-before={statuses.current.before}
      data-status={status}
      {...guard}
    >
      <div className={c('before', statuses.current.before)} />
      <div className={c('background')} key={status} />
      <div className={c('paper')} />
      <div className={c('edge')} />
      <header className={c('bar', status !== 'waiting' && 'lit')}>{bar}</header>
      {notice}
      <main className={c('main')}>{children}</main>
      {beside}
    </div>
  );
}
