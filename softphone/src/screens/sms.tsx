import { SMS_MAX_LENGTH } from '@offhook/contract/limits';
import { useId, useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Kbd } from '../components/kbd.tsx';
import { QuestionDialog } from '../components/question-dialog.tsx';
import { Dock, Foot, Screen, Stage } from '../components/screen.tsx';
import { useShortcuts } from '../components/use-shortcuts.ts';
import { FIRST_SMS_TEXT } from '../core/limits.ts';
import { banner } from '../core/selectors.ts';
import sendIcon from '../design/icons/send-fill.svg?raw';
import { usePhone } from '../phone-context.tsx';
import { Sending } from './sending.tsx';
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
  const [asking, setAsking] = useState(false);
  // A key slips more easily than a click.
  const byKey = text.trim() !== '' && text !== FIRST_SMS_TEXT && !sending ? () => setAsking(true) : cancel;
  useShortcuts({ Escape: asking ? null : byKey, 'Control+Enter': sendable ? submit : null });
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
        {asking && (
          <QuestionDialog
            inline
            no="Keep editing"
            onNo={() => setAsking(false)}
            onYes={cancel}
            text="Discard what you typed?"
            yes="Discard"
          />
        )}
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
