import type { DesktopStatus } from '@offhook/contract/desktop';
import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import close from '@offhook/design/icons/close.svg?raw';
import down from '@offhook/design/icons/keyboard_arrow_down.svg?raw';
import { t } from '@offhook/i18n/console';
import { useEffect, useId, useState } from 'react';
import { stateName } from '../../../core/board/board-rows.ts';
import { isInCall, usePhoneFrame } from '../../../phone-frame.tsx';
import { StateIcon } from '../../cards/state-mark.tsx';
import { useQuestion } from '../../dialogs/use-question.tsx';
import { useUnloadQuestion } from '../../dialogs/use-unload-question.ts';
import styles from './own-phone.module.css';

const c = classes(styles);

type CallState = Extract<DesktopStatus['lamp'], 'ringing' | 'oncall' | 'held' | 'wrapup'>;

const CALL_STATES: readonly string[] = ['ringing', 'oncall', 'held', 'wrapup'] satisfies CallState[];
const isCallState = (lamp: string | undefined): lamp is CallState => CALL_STATES.includes(lamp ?? '');

export function OwnPhone() {
  return usePhoneFrame().isOpen && <OpenPhone />;
}

/** Beside the page in a wide window; otherwise over it, and then it can be minimized to a bar. */
function OpenPhone() {
  const phone = usePhoneFrame();
  const [minimized, setMinimized] = useState(false);
  const titleId = useId();
  const frameId = useId();
  const { openQuestion, question } = useQuestion(() => ({
    title: t('ownPhone.leave.title'),
    text: t('ownPhone.leave.text'),
    action: t('ownPhone.leave.action'),
    onAction: () => void phone.leaveCall(),
  }));
  const lamp = phone.status?.lamp;
  // A ring must be answered there.
  useEffect(() => {
    if (lamp === 'ringing') setMinimized(false);
  }, [lamp]);
  const inCall = isInCall(phone);
  useUnloadQuestion(inCall);
  return (
    <section aria-labelledby={titleId} className={c('phone', minimized && 'minimized')}>
      <div className={c('head')}>
        <h2 className={c('title')} id={titleId}>
          {t('ownPhone.title')}
        </h2>
        <span className={c('state')} role="status">
          {isCallState(lamp) && (
            <>
              <StateIcon state={lamp} />
              {inCall && phone.status?.muted
                ? t('ownPhone.muted', { state: stateName(lamp) })
                : stateName(lamp)}
            </>
          )}
        </span>
        <span className={c('toggle')}>
          <IconButton
            aria-controls={frameId}
            aria-expanded={!minimized}
            icon={down}
            name={minimized ? t('ownPhone.show') : t('ownPhone.minimize')}
            onClick={() => setMinimized(!minimized)}
          />
        </span>
        <IconButton
          icon={close}
          name={t('ownPhone.close')}
          onClick={() => (inCall ? openQuestion() : phone.close())}
        />
      </div>
      <iframe
        allow="microphone;autoplay;speaker-selection"
        className={c('frame')}
        id={frameId}
        ref={phone.frame}
        src="/"
        title={t('ownPhone.title')}
      />
      {question}
    </section>
  );
}
