import copyIcon from '@offhook/design/icons/content_copy.svg?raw';
import { t } from '@offhook/i18n/console';
import { useState } from 'react';
import { SmallButton } from './small-button.tsx';

/** Copies a text, and says whether that worked. */
export function CopyButton({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(t('copy.done'));
    } catch {
      setCopied(t('copy.failed'));
    }
  };
  return (
    <span>
      <SmallButton icon={copyIcon} variant="quiet" onClick={() => void copy()}>
        {t('action.copy')}
      </SmallButton>{' '}
      <span role="status">{copied}</span>
    </span>
  );
}
