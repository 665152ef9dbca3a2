import { useId } from 'react';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { leftDraft } from '../core/selectors.ts';
import { classes } from '../design/classes.ts';
import close from '../design/icons/close.svg?raw';
import editNote from '../design/icons/edit_note.svg?raw';
import sms from '../design/icons/sms.svg?raw';
import { usePhone } from '../phone-context.tsx';
import styles from './left-draft.module.css';

const c = classes(styles);

const WORDS = {
  note: { icon: editNote, title: 'Unsaved note' },
  sms: { icon: sms, title: 'Unsent SMS' },
} as const;

/** Words that were taken away from the agent: they can be gone on with. Stands in nobody's way. */
export function LeftDraft() {
  const { state, send } = usePhone();
  const titleId = useId();
  const aboutId = useId();
  const draft = leftDraft(state);
  if (!draft) return null;
  const { icon, title } = WORDS[draft.kind];
  const { id } = draft;
  return (
    <section aria-labelledby={titleId} className={c('draft')}>
      <Icon svg={icon} />
      <div className={c('words')}>
        <h2 className={c('title')} id={titleId}>
          {title}
        </h2>
        <p className={c('about')} id={aboutId} title={draft.about || draft.text}>
          {draft.about || draft.text}
        </p>
      </div>
      <button
        aria-describedby={`${titleId} ${aboutId}`}
        className={c('continue')}
        onClick={() => send({ type: 'draftOpened', id })}
        type="button"
      >
        Continue
      </button>
      <IconButton icon={close} name="Discard" onClick={() => send({ type: 'draftDropped', id })} />
    </section>
  );
}
