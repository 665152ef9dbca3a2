import { classes } from '@offhook/design/classes';
import cloudOff from '@offhook/design/icons/cloud_off.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import { formatSince, withZone } from '@offhook/i18n/formats';
import { useSyncExternalStore } from 'react';
import { useConsole } from '../../console-context.ts';
import styles from './stale-line.module.css';
import { useNow } from './use-now.ts';

const c = classes(styles);

/** Ms since the Unix epoch; null while pages are up to date. */
export function useStaleSince(): number | null {
  const { freshness } = useConsole();
  return useSyncExternalStore(freshness.listen, freshness.staleSince);
}

/** Shown above a page that is no longer updated. */
export function StaleLine() {
  const since = useStaleSince();
  return since !== null && <StaleSince since={since} />;
}

function StaleSince({ since }: { readonly since: number }) {
  const now = useNow();
  return (
    <div className={c('line')}>
      <Icon svg={cloudOff} />
      <p role="alert">{t('shell.notUpdating', { time: withZone(formatSince(since, now), since) })}</p>
    </div>
  );
}
