import { Field } from '@offhook/design/forms/field.tsx';
import { t } from '@offhook/i18n/console';
import { CopyButton } from '../cards/copy-button.tsx';
import { PlainDialog } from './plain-dialog.tsx';

interface Props {
  readonly title: string;
  readonly label: string;
  readonly secret: string;
  /** Replaces the hint that it's shown once. */
  readonly text?: string;
  readonly onClose: () => void;
}

export function SecretDialog({ title, label, secret, text = t('secret.hint'), onClose }: Props) {
  return (
    <PlainDialog action={t('action.done')} onClose={onClose} title={title}>
      <p>{text}</p>
      <Field
        dir="ltr"
        label={label}
        onFocus={({ target }) => target.select()}
        readOnly
        spellCheck="false"
        value={secret}
      />
      <CopyButton text={secret} />
    </PlainDialog>
  );
}
