import { classes } from '@offhook/design/classes';
import note from '@offhook/design/icons/edit_note.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/phone';
import { Rings } from '../../components/call/rings.tsx';
import { timeLeft } from '../../components/status/wrap-up-text.ts';
import { useNow } from '../../components/time/use-now.ts';
import type { WrapUpState } from '../../core/session/status/wrap-up-state.ts';
import styles from './other-status.module.css';

const c = classes(styles);

export function WrapUpRings() {
  return (
    <Rings dashed>
      <span className={c('disc')}>
        <Icon size={48} svg={note} />
      </span>
    </Rings>
  );
}

/** @param small below a lead that the agent is waiting for */
export function WrapUpLine({ wrapUp, small }: { readonly wrapUp: WrapUpState; readonly small: boolean }) {
  const { endsAt } = wrapUp;
  const now = useNow(endsAt !== null);
  return (
    <div className={c('status', small && 'small')} data-part="wrap-up">
      <h2 className={c('label')}>{t('wrapUp.title')}</h2>
      {endsAt !== null && (
        <div className={c('timer')} role="timer">
          <bdi dir="ltr">{timeLeft(endsAt, now)}</bdi>
        </div>
      )}
      <p className={c('line')}>{t('wrapUp.noCalls')}</p>
    </div>
  );
}
