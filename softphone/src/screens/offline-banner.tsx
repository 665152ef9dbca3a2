import { classes } from '@offhook/design/classes';
import cloudOff from '@offhook/design/icons/cloud_off.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/phone';
import { useNow } from '../components/time/use-now.ts';
import { countText } from '../core/phone-text.ts';
import { offline } from '../core/session/offline.ts';
import { usePhone } from '../phone-context.tsx';
import styles from './offline-banner.module.css';

const c = classes(styles);

/** The counting time isn't part of the alert, so that the alert is announced once. */
export function OfflineBanner() {
  const { state, send } = usePhone();
  const lost = offline(state);
  const now = useNow(lost !== null);
  if (lost === null) return null;
  return (
    <section aria-label={t('offline.label')} className={c('banner')} data-part="offline">
      <span className={c('icon')}>
        <Icon svg={cloudOff} />
      </span>
      <strong className={c('text')} role="alert">
        {t('offline.warning')}
      </strong>
      <span className={c('detail')}>
        {lost.callContinues && <span className={c('continues')}>{t('offline.callContinues')} </span>}
        {t('offline.reconnecting')} <span className={c('time')}>{countText(lost.since, now)}</span>
      </span>
      <button className={c('try')} onClick={() => send({ type: 'tryNowClicked' })} type="button">
        {t('offline.tryNow')}
      </button>
    </section>
  );
}
