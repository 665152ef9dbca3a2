import { NOTE_MAX_LENGTH } from '@offhook/contract/limits';
import { useEffect, useId, useRef, useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Kbd } from '../components/kbd.tsx';
import { Dock, Foot, Screen, Stage } from '../components/screen.tsx';
import { useShortcuts } from '../components/use-shortcuts.ts';
import { banner } from '../core/selectors.ts';
import { classes } from '../design/classes.ts';
import { usePhone } from '../phone-context.tsx';
import styles from './note.module.css';
import { WrapUpLamp, WrapUpLead } from './wrap-up.tsx';

const c = classes(styles);

export function Note() {
  const { state, send } = usePhone();
  const [content, setContent] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const titleId = useId();
  const countId = useId();
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const { view } = state.screen;
  const saving = view.name === 'note' && view.saving;
  const savable = content.trim() !== '' && !saving;
  const save = () => send({ type: 'noteSubmitted', content });
  const skip = () => send({ type: 'noteSkipped' });
  useShortcuts({ Escape: skip, 'Control+Enter': savable ? save : null });
  return (
    <Screen focusesField labelledBy={titleId} view="note">
      <WrapUpLamp id={titleId} title="Add Note" />
      <Stage>
        <WrapUpLead />
        <div className={c('body')}>
          <Banner text={banner(state)} />
          <textarea
            aria-describedby={countId}
            aria-labelledby={titleId}
            className={c('text')}
            maxLength={NOTE_MAX_LENGTH}
            onChange={(event) => setContent(event.target.value)}
            readOnly={saving}
            ref={field}
            value={content}
          />
          <p className={c('count')} dir="ltr" id={countId}>
            {content.length} / {NOTE_MAX_LENGTH}
          </p>
        </div>
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
        <Kbd keys={['Ctrl', 'Enter']} />
      </Foot>
    </Screen>
  );
}
