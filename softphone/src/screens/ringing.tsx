import { classes } from '@offhook/design/classes';
import { ErrorBoundary } from '@offhook/design/feedback/boundary.tsx';
import callFill from '@offhook/design/icons/call-fill.svg?raw';
import { useMedia, WIDE } from '@offhook/design/use-media';
import { t } from '@offhook/i18n/phone';
import { lazy, Suspense, useId } from 'react';
import { Button } from '../components/buttons/button.tsx';
import { RingCard } from '../components/call/call-card.tsx';
import { Content, Dock, Foot, Screen } from '../components/frame/screen.tsx';
import { Kbd } from '../components/keys/kbd.tsx';
import { callbackOrigin } from '../core/lists/callback-rows.ts';
import { card } from '../core/lists/card.ts';
import { answerLabel, inviterText } from '../core/screen/call-titles.ts';
import type { Conversation } from '../core/screen/screen-state.ts';
import { title } from '../core/screen/view-name.ts';
import { usePhone } from '../phone-context.tsx';
import styles from './ringing.module.css';

const c = classes(styles);

const RingNote = lazy(() => import('../lead/ring-note.tsx'));

/** Enter and Escape are handled by `useAnswerKeys`. */
export function Ringing() {
  const { state, send } = usePhone();
  const titleId = useId();
  const cardId = useId();
  const whisperId = useId();
  const callbackId = useId();
  const fromId = useId();
  const wide = useMedia(WIDE);
  const { view } = state.screen;
  if (view.name !== 'ringing') return null;
  const facts = card(state);
  const from = inviterText(view.conversation);
  const { callback } = view.conversation.call;
  return (
    <Screen
      describedBy={[from && fromId, facts.whispertext && whisperId, callback && callbackId, cardId]
        .filter(Boolean)
        .join(' ')}
      labelledBy={titleId}
      role="alertdialog"
      view="ringing"
    >
      <Content centered>
        <div className={c('ringing')}>
          <h1 className={c('title')} id={titleId}>
            <bdi>{title(state)}</bdi>
          </h1>
          {from && <RingFrom conversation={view.conversation} id={fromId} text={from} />}
          {facts.whispertext && (
            <p className={c('whisper')} id={whisperId}>
              {facts.whispertext}
            </p>
          )}
          {callback && (
            <p className={c('callback')} id={callbackId}>
              {callbackOrigin(callback)}
            </p>
          )}
          <div className={c('card')} id={cardId}>
            <RingCard
              facts={facts}
              lit
              note={
                wide ? null : (
                  <ErrorBoundary fallback={null}>
                    <Suspense>
                      <RingNote conversation={view.conversation} />
                    </Suspense>
                  </ErrorBoundary>
                )
              }
            />
          </div>
        </div>
      </Content>
      <Dock>
        <Button aria-keyshortcuts="Escape" variant="outline" onClick={() => send({ type: 'ignoreClicked' })}>
          {t('ring.ignore')}
        </Button>
        <Button
          aria-keyshortcuts="Enter"
          icon={callFill}
          variant="flood"
          onClick={() => send({ type: 'acceptClicked' })}
        >
          {answerLabel(view.conversation)}
        </Button>
      </Dock>
      <Foot kind="keys">
        <Kbd keys={['Escape']} />
        <Kbd keys={['Enter']} />
      </Foot>
    </Screen>
  );
}

interface FromProps {
  readonly id: string;
  readonly text: string;
  readonly conversation: Conversation;
}

function RingFrom({ id, text, conversation: { inviter } }: FromProps) {
  return (
    <div className={c('from')} id={id}>
      <p className={c('who')}>{text}</p>
      {inviter?.reason && <p className={c('reason')}>{inviter.reason}</p>}
      {inviter?.note && (
        <p className={c('note')} title={inviter.note}>
          {t('ring.lastNote', { note: inviter.note })}
        </p>
      )}
    </div>
  );
}
