import type { Disposition } from '@offhook/contract/calls/dispositions';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { ErrorBoundary } from '@offhook/design/feedback/boundary.tsx';
import replay from '@offhook/design/icons/replay.svg?raw';
import sms from '@offhook/design/icons/sms.svg?raw';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Content, Dock, Foot, Screen } from '../../components/frame/screen.tsx';
import { Kbd } from '../../components/keys/kbd.tsx';
import { endedCall, resultButtons } from '../../core/screen/results/result-view.ts';
import { banner } from '../../core/screen/ringing/alerts.ts';
import { usePhone } from '../../phone-context.tsx';
import { Sending } from '../after-call/sending.tsx';
import { SoundQuestion } from '../after-call/sound-question.tsx';
import { WrapUpLead, WrapUpStatusBar } from '../after-call/wrap-up.tsx';
import { ParkedCalls } from '../waiting/lazy-parked-calls.tsx';
import styles from './call-result.module.css';
import { EndReasonCard } from './end-reason.tsx';
import { ResultChoices } from './result-choices.tsx';

const c = classes(styles);

const CallBack = lazy(() => import('../../callbacks/call-back.tsx'));

export function CallResult() {
  const { state, send } = usePhone();
  const titleId = useId();
  const buttons = resultButtons(state);
  const [callingBack, setCallingBack] = useState(false);
  const { view } = state.screen;
  const disabled = buttons?.disabled ?? true;
  const { reason, likelyResult, about } = endedCall(state);
  const retryId = useId();
  const smsId = useId();
  const choose = (result: Disposition) => send({ type: 'resultChosen', result });
  const retry = () => send({ type: 'retryClicked' });
  const text = () => send({ type: 'smsClicked' });
  const allActions = [
    ...(buttons?.retry
      ? [
          {
            key: 'R',
            label: t('result.retry'),
            icon: replay,
            usable: buttons.retryable,
            whyId: retryId,
            act: retry,
          },
        ]
      : []),
    ...(buttons?.sms
      ? [{ key: 'S', label: t('result.sms'), icon: sms, usable: buttons.textable, whyId: smsId, act: text }]
      : []),
  ];
  const actions = callingBack ? [] : allActions;
  useShortcuts(Object.fromEntries(actions.map(({ key, act }) => [key, disabled ? null : act])));
  const layout = actions.length > 1 ? 'halves' : 'whole';
  return (
    <Screen labelledBy={titleId} view="disposition">
      <WrapUpStatusBar id={titleId} title={t('result.title')} />
      <Content footless={callingBack}>
        <WrapUpLead />
        {view.name === 'disposition' && view.conversation.call.parks === true && (
          <ParkedCalls callId={view.conversation.call.id} />
        )}
        <div className={c('body')}>
          <Banner text={banner(state)} />
          <EndReasonCard reason={reason} />
          {!callingBack && (
            <ResultChoices about={about} disabled={disabled} likelyResult={likelyResult} onChoose={choose} />
          )}
          {view.name === 'disposition' && (
            <ErrorBoundary fallback={null}>
              <Suspense>
                <CallBack callId={view.conversation.call.id} onOpen={setCallingBack} shortcut="B" />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
        <SoundQuestion />
      </Content>
      {actions.length > 0 && (
        <Dock layout={layout}>
          {actions.map(({ key, label, icon, usable, whyId, act }) => (
            <Button
              aria-describedby={usable ? undefined : whyId}
              aria-disabled={!usable}
              aria-keyshortcuts={key}
              disabled={disabled}
              icon={icon}
              key={key}
              variant="quiet"
              onClick={act}
            >
              {label}
            </Button>
          ))}
        </Dock>
      )}
      {!callingBack && (
        <Foot kind="keys" layout={disabled ? 'whole' : layout}>
          {disabled && <Sending />}
          {!disabled && actions.map(({ key }) => <Kbd key={key} keys={[key]} />)}
        </Foot>
      )}
      <span hidden id={retryId}>
        {t('result.noLead')}
      </span>
      <span hidden id={smsId}>
        {t('result.noNumber')}
      </span>
    </Screen>
  );
}
