import { Field } from '@offhook/design/forms/field.tsx';
import copyIcon from '@offhook/design/icons/content_copy.svg?raw';
import { useState } from 'react';
import { SmallButton } from '../cards/small-button.tsx';
import { PlainDialog } from './plain-dialog.tsx';

interface Props {
  readonly title: string;
  /** What the secret is: the field's label. */
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that is shown this once. */
export function SecretDialog({ title, label, secret, onClose }: Props) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied('Copied.');
    } catch {
      setCopied('It could not be copied: please select it.');
    }
  };
  return (
    <PlainDialog action="Done" onClose={onClose} title={title}>
      <p>It is shown this once. Keep it where others do not see it.</p>
      <Field
        dir="ltr"
        label={label}
        onFocus={({ target }) => target.select()}
        readOnly
        spellCheck={false}
        value={secret}
      />
      <span>
        <SmallButton icon={copyIcon} look="quiet" onClick={() => void copy()}>
          Copy
        </SmallButton>{' '}
        <span role="status">{copied}</span>
      </span>
    </PlainDialog>
  );
}
