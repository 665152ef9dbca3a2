import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import close from '@offhook/design/icons/close.svg?raw';
import editNote from '@offhook/design/icons/edit_note.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import sms from '@offhook/design/icons/sms.svg?raw';
import { useId } from 'react';
import { leftDraft } from '../../core/forms/typed.ts';
import { usePhone } from '../../phone-context.tsx';
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
