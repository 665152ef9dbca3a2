import { classes } from '@offhook/design/classes';
import { ErrorBoundary } from '@offhook/design/feedback/boundary.tsx';
import check from '@offhook/design/icons/check.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { useMedia, WIDE } from '@offhook/design/use-media';
import { t } from '@offhook/i18n/phone';
import { lazy, Suspense, useCallback, useId, useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { SmallButton } from '../../components/buttons/small-button.tsx';
import { Content, Dock, Foot, Screen } from '../../components/frame/screen.tsx';
import { Kbd } from '../../components/keys/kbd.tsx';
import { leadConversation } from '../../core/lead/lead-view.ts';
import { usePhone } from '../../phone-context.tsx';
import { ParkedCalls } from '../waiting/lazy-parked-calls.tsx';
import { SoundQuestion } from './sound-question.tsx';
import styles from './thank-you.module.css';
import { WrapUpLead, WrapUpStatusBar } from './wrap-up.tsx';

const CallBack = lazy(() => import('../../callbacks/call-back.tsx'));

const c = classes(styles);

export function ThankYou() {
  const { state, send } = usePhone();
  const titleId = useId();
  const { view } = state.screen;
  const isWide = useMedia(WIDE);
  const conversation = isWide ? null : leadConversation(state);
  const [callingBack, setCallingBack] = useState(false);
  const onCallBack = useCallback(
    (open: boolean) => {
      setCallingBack(open);
      if (open) send({ type: 'callNoteStarted' });
    },
    [send],
  );
  const done = () => send({ type: 'doneClicked' });
  const addNote = () => send({ type: 'addNoteClicked' });
  useShortcuts(callingBack ? {} : { Enter: done, N: addNote });
  return (
    <Screen labelledBy={titleId} view="thankyou">
      <WrapUpStatusBar id={titleId} title={t('thankYou.title')} />
      <Content>
        <WrapUpLead />
        {view.name === 'thankyou' && view.conversation.call.parks === true && (
          <ParkedCalls callId={view.conversation.call.id} />
        )}
        {!callingBack && (
          <div className={c('done')}>
            {view.name === 'thankyou' && view.owesResult ? (
              <SmallButton onClick={() => send({ type: 'addResultClicked' })} variant="quiet">
                {t('missingResult.add', { count: 1 })}
              </SmallButton>
            ) : (
              <span className={c('disc')}>
                <Icon size={48} svg={check} />
              </span>
            )}
          </div>
        )}
        {/* In a wide window, it is beside the phone. */}
        {conversation && (
          <ErrorBoundary fallback={null}>
            <Suspense>
              <CallBack callId={conversation.call.id} onOpen={onCallBack} />
            </Suspense>
          </ErrorBoundary>
        )}
        <SoundQuestion />
      </Content>
      <Dock>
        <Button aria-keyshortcuts="N" variant="quiet" onClick={addNote}>
          {t('thankYou.addNote')}
        </Button>
        <Button aria-keyshortcuts="Enter" variant="primary" onClick={done}>
          {t('thankYou.done')}
        </Button>
      </Dock>
      <Foot kind="keys">
        <Kbd keys={['N']} />
        <Kbd keys={['Enter']} />
      </Foot>
    </Screen>
  );
}
