import { classes } from '@offhook/design/classes';
import callEndFill from '@offhook/design/icons/call_end-fill.svg?raw';
import cloudOff from '@offhook/design/icons/cloud_off.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import schedule from '@offhook/design/icons/schedule.svg?raw';
import { t } from '@offhook/i18n/phone';
import type { ReactNode } from 'react';
import { LeadLine } from '../../components/call/call-card.tsx';
import { StatusBar, StatusBarDetail, StatusBarTitle } from '../../components/frame/status-bar.tsx';
import { wrapUpText } from '../../components/status/wrap-up-text.ts';
import { useNow } from '../../components/time/use-now.ts';
import { card } from '../../core/lists/card.ts';
import { hasUnsentRequest } from '../../core/outbox/unsent.ts';
import { shownWrapUp } from '../../core/session/status/wrap-up.ts';
import { usePhone } from '../../phone-context.tsx';
import { useLastDuration } from './last-duration.ts';
import styles from './wrap-up.module.css';

const c = classes(styles);

export function WrapUpStatusBar({ id, title }: { readonly id: string; readonly title: string }) {
  const duration = useLastDuration();
  return (
    <StatusBar
      end={duration === null ? undefined : <bdi dir="ltr">{duration}</bdi>}
      icon={callEndFill}
      state={t('call.ended')}
    >
      <StatusBarTitle id={id}>{title}</StatusBarTitle>
      <WrapUpLeft />
    </StatusBar>
  );
}

function WrapUpLeft() {
  const wrapUp = shownWrapUp(usePhone().state);
  const now = useNow(wrapUp !== null && wrapUp.endsAt !== null);
  if (wrapUp === null) return null;
  return <StatusBarDetail icon={schedule} part="wrap-up" text={wrapUpText(wrapUp, now)} />;
}

export function WrapUpLead(): ReactNode {
  const { state } = usePhone();
  return (
    <>
      <LeadLine facts={card(state)} />
      {hasUnsentRequest(state) && (
        <p className={c('unsent')}>
          <Icon size={18} svg={cloudOff} />
          {t('afterCall.unsent')}
        </p>
      )}
    </>
  );
}
