import { NOTE_MAX_LENGTH, SMS_MAX_LENGTH } from '@offhook/contract/limits';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import sendIcon from '@offhook/design/icons/send-fill.svg?raw';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import { useId } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Content, Dock, Foot, Screen } from '../../components/frame/screen.tsx';
import { Kbd } from '../../components/keys/kbd.tsx';
import type { Click } from '../../core/events.ts';
import { isEmptyDraft } from '../../core/forms/drafts.ts';
import { banner } from '../../core/screen/ringing/alerts.ts';
import type { Note, Sms } from '../../core/screen/screen-state.ts';
import { usePhone } from '../../phone-context.tsx';
import { Sending } from './sending.tsx';
import { useDiscardQuestion } from './use-discard-question.tsx';
import { useDraft } from './use-draft.ts';
import { WrapUpLead, WrapUpStatusBar } from './wrap-up.tsx';
import { WrapUpText } from './wrap-up-text.tsx';

const KINDS = {
  note: {
    title: 'note.title',
    maxLength: NOTE_MAX_LENGTH,
    cancelAction: { label: 'common.skip', click: { type: 'noteSkipped' } },
    submitAction: {
      label: 'common.save',
      click: (content: string): Click => ({ type: 'noteSubmitted', content }),
    },
  },
  sms: {
    title: 'sms.title',
    maxLength: SMS_MAX_LENGTH,
    cancelAction: { label: 'common.cancel', click: { type: 'smsCancelled' } },
    submitAction: {
      label: 'sms.send',
      icon: sendIcon,
      click: (text: string): Click => ({ type: 'smsSubmitted', text }),
    },
  },
} as const;

export function Write({ view }: { readonly view: Note | Sms }) {
  const { state, send } = usePhone();
  const { title, maxLength, cancelAction, submitAction } = KINDS[view.name];
  const [text, setText] = useDraft(view.draft);
  const titleId = useId();
  const { sending } = view;
  const isReady = text.trim() !== '' && !sending;
  const submit = () => send(submitAction.click(text));
  const cancel = () => send(cancelAction.click);
  const typed = sending || isEmptyDraft({ text }) ? null : text;
  const { question, onEscape } = useDiscardQuestion(typed, cancel);
  useShortcuts({ Escape: onEscape, 'Control+Enter': isReady ? submit : null });
  return (
    <Screen focusesField labelledBy={titleId} view={view.name}>
      <WrapUpStatusBar id={titleId} title={t(title)} />
      <Content>
        <WrapUpLead />
        <WrapUpText
          banner={<Banner text={banner(state)} />}
          maxLength={maxLength}
          onText={setText}
          readOnly={sending}
          text={text}
          titleId={titleId}
        />
        {question}
      </Content>
      <Dock>
        <Button aria-keyshortcuts="Escape" variant="quiet" onClick={cancel}>
          {t(cancelAction.label)}
        </Button>
        <Button
          aria-keyshortcuts="Control+Enter"
          disabled={!isReady}
          {...('icon' in submitAction && { icon: submitAction.icon })}
          variant="primary"
          onClick={submit}
        >
          {t(submitAction.label)}
        </Button>
      </Dock>
      <Foot kind="keys">
        <Kbd keys={['Escape']} />
        {sending ? <Sending /> : <Kbd keys={['Control', 'Enter']} />}
      </Foot>
    </Screen>
  );
}
