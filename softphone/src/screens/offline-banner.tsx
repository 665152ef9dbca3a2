import { classes } from '@offhook/design/classes';
import cloudOff from '@offhook/design/icons/cloud_off.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { useNow } from '../components/time/use-now.ts';
import { countText } from '../core/phone-text.ts';
import { offline } from '../core/session/offline.ts';
import { usePhone } from '../phone-context.tsx';
import styles from './offline-banner.module.css';

const c = classes(styles);

/** In every view while no call can come. It is spoken once: the time that counts up is no part of the alert. */
export function OfflineBanner() {
  const { state, send } = usePhone();
  const lost = offline(state);
  const now = useNow(lost !== null);
  if (lost === null) return null;
  return (
    <section aria-label="Connection" className={c('banner')} data-part="offline">
      <span className={c('icon')}>
        <Icon svg={cloudOff} />
      </span>
      <strong className={c('text')} role="alert">
        You're offline. Calls can't reach you.
      </strong>
      <span className={c('detail')}>
        {lost.callContinues && <span className={c('continues')}>Your call continues. </span>}
        Reconnecting… <span className={c('time')}>{countText(lost.since, now)}</span>
      </span>
      <button className={c('try')} onClick={() => send({ type: 'tryNowClicked' })} type="button">
        Try now
      </button>
    </section>
  );
}
