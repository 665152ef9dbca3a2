import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { t } from '@offhook/i18n/console';
import type { FormEvent, ReactNode } from 'react';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

const c = classes(styles);

interface Props {
  readonly title: string;
  /** The submit button's text. */
  readonly action: string;
  /** The request that the form makes: while it runs, and why it failed. The fields keep their values. */
  readonly request?: { readonly isPending: boolean; readonly error: { readonly message: string } | null };
  /** Why the form was not submitted. */
  readonly error?: string | null;
  /** Shown at the start of the button row. */
  readonly beside?: ReactNode;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A few fields over the page. */
export function FormDialog({ title, action, request, error, beside, onSubmit, onClose, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <form className={c('form')} onSubmit={submit}>
        <Banner text={error ?? request?.error?.message ?? null} />
        {children}
        <div className={c('buttons')}>
          {beside && <span className={c('beside')}>{beside}</span>}
          <SmallButton look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </SmallButton>
          <SmallButton disabled={request?.isPending} look="primary" type="submit">
            {action}
          </SmallButton>
        </div>
      </form>
    </Dialog>
  );
}
