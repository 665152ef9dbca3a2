import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import call from '@offhook/design/icons/call.svg?raw';
import close from '@offhook/design/icons/close.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { useId } from 'react';
import { leftForm } from '../../core/forms/typed.ts';
import { usePhone } from '../../phone-context.tsx';
import styles from './left-draft.module.css';

const c = classes(styles);

/** Offers a New Call that was left or interrupted. */
export function LeftForm() {
  const { state, send } = usePhone();
  const titleId = useId();
  const aboutId = useId();
  const form = leftForm(state);
  if (!form) return null;
  return (
    <section aria-labelledby={titleId} className={c('draft')}>
      <Icon svg={call} />
      <div className={c('words')}>
        <h2 className={c('title', 'wrapping')} id={titleId}>
          {form.refusal === null ? 'Unfinished call' : `Call not placed: ${form.about}`}
        </h2>
        <p className={c('about')} id={aboutId} title={form.refusal ?? form.about}>
          {form.refusal ?? form.about}
        </p>
      </div>
      <button
        aria-describedby={`${titleId} ${aboutId}`}
        className={c('continue')}
        onClick={() => send({ type: 'navClicked', item: 'new_call' })}
        type="button"
      >
        Continue
      </button>
      <IconButton icon={close} name="Discard" onClick={() => send({ type: 'formDiscarded' })} />
    </section>
  );
}
