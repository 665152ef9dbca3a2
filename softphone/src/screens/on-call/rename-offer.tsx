import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/phone';
import { useId } from 'react';
import { fullName } from '../../core/screen/on-call/rename-offer.ts';
import type { OnCall } from '../../core/screen/screen-state.ts';
import { usePhone } from '../../phone-context.tsx';
import styles from './rename-offer.module.css';

const c = classes(styles);

/** Doesn't take the focus. */
export function RenameOffer({ view: { rename, conversation } }: { readonly view: OnCall }) {
  const { send } = usePhone();
  const textId = useId();
  const { lead } = conversation;
  if (rename === null || lead === null) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
    <div aria-labelledby={textId} className={c('offer')} data-part="rename" role="group">
      <p className={c('text')} id={textId}>
        {renameQuestion(rename, lead)}
      </p>
      <span className={c('answers')}>
        <button
          aria-describedby={textId}
          className={c('answer', 'first')}
          disabled={rename.sending}
          onClick={() => send({ type: 'renameClicked' })}
          type="button"
        >
          {t('rename.submit')}
        </button>
        <button
          aria-describedby={textId}
          className={c('answer')}
          disabled={rename.sending}
          onClick={() => send({ type: 'renameDeclined' })}
          type="button"
        >
          {t('rename.keep')}
        </button>
      </span>
      {rename.error !== null && (
        <p className={c('error')} role="alert">
          {t('rename.failed', { reason: rename.error })}
        </p>
      )}
    </div>
  );
}

type Name = Parameters<typeof fullName>[0];

export function renameQuestion(to: Name, from: Name): string {
  return t('rename.question', { stored: fullName(from), typed: fullName(to) });
}
