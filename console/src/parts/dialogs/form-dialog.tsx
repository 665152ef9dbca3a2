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
  readonly action: string;
  /** The form's request. The fields keep their values if it fails. */
  readonly request?: { readonly isPending: boolean; readonly error: { readonly message: string } | null };
  readonly error?: string | null;
  /** Shown at the start of the button row. */
  readonly beside?: ReactNode;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

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
          <SmallButton variant="quiet" onClick={onClose}>
            {t('action.cancel')}
          </SmallButton>
          <SmallButton disabled={request?.isPending} variant="primary" type="submit">
            {action}
          </SmallButton>
        </div>
      </form>
    </Dialog>
  );
}
