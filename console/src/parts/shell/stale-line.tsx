import { classes } from '@offhook/design/classes';
import cloudOff from '@offhook/design/icons/cloud_off.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { useSyncExternalStore } from 'react';
import { useConsole } from '../../console-context.ts';
import styles from './stale-line.module.css';

const c = classes(styles);

const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** Since when nothing is brought up to date, in milliseconds since 1970; null: all is well. */
export function useStaleSince(): number | null {
  const { freshness } = useConsole();
  return useSyncExternalStore(freshness.listen, freshness.staleSince);
}

/** Above the page while what it shows gets older. */
export function StaleLine() {
  const since = useStaleSince();
  if (since === null) return null;
  return (
    <div className={c('line')}>
      <Icon svg={cloudOff} />
      <p role="alert">Not updating since {TIME.format(since)}</p>
    </div>
  );
}
