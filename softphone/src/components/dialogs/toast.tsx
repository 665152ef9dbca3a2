import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import info from '@offhook/design/icons/info-fill.svg?raw';
import type { ReactNode } from 'react';
import styles from './toast.module.css';

const c = classes(styles);

interface Props {
  readonly text: string | null;
  readonly action?: string;
  readonly onAction?: () => void;
  /** Sits above the call's tiles, so that they stay clickable. */
  readonly overTiles?: boolean;
  readonly children?: ReactNode;
}

export function Toast({ text, action, onAction, overTiles = false, children }: Props) {
  return (
    <div className={c('place', overTiles && 'overTiles')} role="status">
      {text !== null && (
        <div className={c('toast')}>
          <Icon svg={info} />
          <span className={c('text')}>{text}</span>
          {action && (
            <button className={c('action')} onClick={onAction} type="button">
              {action}
            </button>
          )}
        </div>
      )}
      {children}
    </div>
  );
}
