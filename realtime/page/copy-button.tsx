import { t } from '@offhook/i18n/realtime-page';
import { useState } from 'preact/hooks';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <button type="button" class="small" aria-label={label} onClick={copy} onBlur={() => setCopied(false)}>
      <span aria-live="polite">{copied ? t('copy.copied') : t('copy.copy')}</span>
    </button>
  );
}
