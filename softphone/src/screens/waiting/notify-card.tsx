import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import bell from '@offhook/design/icons/notifications.svg?raw';
import { t } from '@offhook/i18n/phone';
import { useId } from 'react';
import { SmallButton } from '../../components/buttons/small-button.tsx';
import { shouldAskToNotify } from '../../core/audio/should-ask-to-notify.ts';
import { usePhone } from '../../phone-context.tsx';
import styles from './notify-card.module.css';

const c = classes(styles);

/** The browser's prompt opens only on a click. */
export function NotifyCard() {
  const { state, send } = usePhone();
  const titleId = useId();
  if (!shouldAskToNotify(state)) return null;
  return (
    <section aria-labelledby={titleId} className={c('card')}>
      <Icon svg={bell} />
      <h2 className={c('title')} id={titleId}>
        {t('notifications.why')}
      </h2>
      <div className={c('choices')}>
        <SmallButton onClick={() => send({ type: 'allowNotificationsClicked' })} variant="quiet">
          {t('notifications.allow')}
        </SmallButton>
        <SmallButton onClick={() => send({ type: 'notifyNotNowClicked' })} variant="plain">
          {t('notifications.notNow')}
        </SmallButton>
      </div>
    </section>
  );
}
