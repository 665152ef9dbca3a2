import { t } from '@offhook/i18n/voice-page';
import { useState } from 'preact/hooks';

const SHOWN_MS = 1_500;

export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <button type="button" class="quiet small" onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? t('copy.done') : label}</span>
    </button>
  );
}
