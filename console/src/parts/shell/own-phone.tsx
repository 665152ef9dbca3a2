import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import close from '@offhook/design/icons/close.svg?raw';
import { t } from '@offhook/i18n/console';
import { useId } from 'react';
import { type FramedStatus, usePhoneFrame } from '../../phone-frame.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import styles from './own-phone.module.css';

const c = classes(styles);

const IN_CALL: readonly (FramedStatus | null)[] = ['oncall', 'held'];

export function OwnPhone() {
  const phone = usePhoneFrame();
  const titleId = useId();
  const { openQuestion, question } = useQuestion(() => ({
    title: t('ownPhone.leave.title'),
    text: t('ownPhone.leave.text'),
    action: t('ownPhone.leave.action'),
    onAction: phone.close,
  }));
  if (!phone.isOpen) return null;
  return (
    <section aria-labelledby={titleId} className={c('phone')}>
      <div className={c('head')}>
        <h2 className={c('title')} id={titleId}>
          {t('ownPhone.title')}
        </h2>
        <IconButton
          icon={close}
          name={t('ownPhone.close')}
          onClick={() => (IN_CALL.includes(phone.status) ? openQuestion() : phone.close())}
        />
      </div>
      <iframe
        allow="microphone;autoplay;speaker-selection"
        className={c('frame')}
        ref={phone.frame}
        src="/"
        title={t('ownPhone.title')}
      />
      {question}
    </section>
  );
}
