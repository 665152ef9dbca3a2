import { classes } from '@offhook/design/classes';
import { type ReactNode, useRef } from 'react';
import type { LampState } from '../../core/screen/lamp-state.ts';
import { useStrayClickGuard } from '../buttons/use-stray-click-guard.ts';
import styles from './phone-frame.module.css';

const c = classes(styles);

interface Props {
  readonly lamp: LampState;
  /** Changes when another view shows. */
  readonly view: string;
  readonly bar: ReactNode;
  /** Above the stage, in every view and beside every panel. */
  readonly notice: ReactNode;
  /** A screen: its parts take their places in the rows by `grid-area`. */
  readonly children: ReactNode;
  /** Panels, toasts and alerts, which stand beside or over the screen. */
  readonly beside: ReactNode;
  /** A panel is open and, in a narrow window, covers stage and dock. */
  readonly covered: boolean;
}

export function PhoneFrame({ lamp, view, bar, notice, children, beside, covered }: Props) {
  const guard = useStrayClickGuard(view);
  const lamps = useRef({ now: lamp, before: lamp });
  if (lamps.current.now !== lamp) lamps.current = { now: lamp, before: lamps.current.now };
  return (
    <div
      className={c('app', lamp, covered && 'covered')}
      data-before={lamps.current.before}
      data-lamp={lamp}
      {...guard}
    >
      <div className={c('before', lamps.current.before)} />
      <div className={c('lamp')} key={lamp} />
      <div className={c('paper')} />
      <div className={c('edge')} />
      <header className={c('bar', lamp !== 'waiting' && 'lit')}>{bar}</header>
      {notice}
      <main className={c('main')}>{children}</main>
      {beside}
    </div>
  );
}
