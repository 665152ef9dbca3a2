import { NOTE_MAX_LENGTH } from '@offhook/contract/limits';
import { Banner } from '@offhook/design/feedback/banner.tsx';
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

export function Note() {
  const { state, send } = usePhone();
  const { view } = state.screen;
  const [content, setContent] = useDraft(view.name === 'note' ? view.draft : '');
  const titleId = useId();
  const saving = view.name === 'note' && view.saving;
  const savable = content.trim() !== '' && !saving;
  const save = () => send({ type: 'noteSubmitted', content });
  const skip = () => send({ type: 'noteSkipped' });
  const typed = saving || isBare({ text: content }) ? null : content;
  const { question, onEscape } = useDiscardQuestion(typed, skip);
  useShortcuts({ Escape: onEscape, 'Control+Enter': savable ? save : null });
  return (
    <Screen focusesField labelledBy={titleId} view="note">
      <WrapUpLamp id={titleId} title="Add Note" />
      <Stage>
        <WrapUpLead />
        <WrapUpText
          banner={<Banner text={banner(state)} />}
          maxLength={NOTE_MAX_LENGTH}
          onText={setContent}
          readOnly={saving}
          text={content}
          titleId={titleId}
        />
        {question}
      </Stage>
      <Dock>
        <Button aria-keyshortcuts="Escape" look="quiet" onClick={skip}>
          Skip
        </Button>
        <Button aria-keyshortcuts="Control+Enter" disabled={!savable} look="primary" onClick={save}>
          Save
        </Button>
      </Dock>
      <Foot kind="keys">
        <Kbd keys={['Esc']} />
        {saving ? <Sending /> : <Kbd keys={['Ctrl', 'Enter']} />}
      </Foot>
    </Screen>
  );
}
