import { SMS_MAX_LENGTH } from '@offhook/contract/limits';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import sendIcon from '@offhook/design/icons/send-fill.svg?raw';
import { useId } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Dock, Foot, Screen, Stage } from '../../components/frame/screen.tsx';
import { Kbd } from '../../components/keys/kbd.tsx';
import { useShortcuts } from '../../components/keys/use-shortcuts.ts';
import { isBare } from '../../core/forms/drafts.ts';
import { banner } from '../../core/screen/alerts.ts';
import { usePhone } from '../../phone-context.tsx';
import { Sending } from './sending.tsx';
import { useDiscardQuestion } from './use-discard-question.tsx';
import { useDraft } from './use-draft.ts';
import { WrapUpLamp, WrapUpLead } from './wrap-up.tsx';
import { WrapUpText } from './wrap-up-text.tsx';

export function Sms() {
  const { state, send } = usePhone();
  const { view } = state.screen;
  const [text, setText] = useDraft(view.name === 'sms' ? view.draft : '');
  const titleId = useId();
  const sending = view.name === 'sms' && view.sending;
  const sendable = text.trim() !== '' && !sending;
  const submit = () => send({ type: 'smsSubmitted', text });
  const cancel = () => send({ type: 'smsCancelled' });
  const typed = sending || isBare({ text }) ? null : text;
  const { question, onEscape } = useDiscardQuestion(typed, cancel);
  useShortcuts({ Escape: onEscape, 'Control+Enter': sendable ? submit : null });
  return (
    <Screen focusesField labelledBy={titleId} view="sms">
      <WrapUpLamp id={titleId} title="Send SMS" />
      <Stage>
        <WrapUpLead />
        <WrapUpText
          banner={<Banner text={banner(state)} />}
          maxLength={SMS_MAX_LENGTH}
          onText={setText}
          readOnly={sending}
          text={text}
          titleId={titleId}
        />
        {question}
      </Stage>
      <Dock>
        <Button aria-keyshortcuts="Escape" look="quiet" onClick={cancel}>
          Cancel
        </Button>
        <Button
          aria-keyshortcuts="Control+Enter"
          disabled={!sendable}
          icon={sendIcon}
          look="primary"
          onClick={submit}
        >
          Send
        </Button>
      </Dock>
      <Foot kind="keys">
        <Kbd keys={['Esc']} />
        {sending ? <Sending /> : <Kbd keys={['Ctrl', 'Enter']} />}
      </Foot>
    </Screen>
  );
}
