import { Field } from '@offhook/design/forms/field.tsx';
import copyIcon from '@offhook/design/icons/content_copy.svg?raw';
import { t } from '@offhook/i18n/console';
import { useState } from 'react';
import { SmallButton } from '../cards/small-button.tsx';
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
  const [copied, setCopied] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(t('copy.done'));
    } catch {
      setCopied(t('copy.failed'));
    }
  };
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
      <span>
        <SmallButton icon={copyIcon} variant="quiet" onClick={() => void copy()}>
          {t('action.copy')}
        </SmallButton>{' '}
        <span role="status">{copied}</span>
      </span>
    </PlainDialog>
  );
}
