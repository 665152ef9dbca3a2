import { t } from '@offhook/i18n/realtime-page';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { sendCommand } from './use-feed.ts';

interface CommandButtonProps {
  command: string;
  body: object;
  label: string;
  children: ComponentChildren;
}

/** Shows beside itself why the service didn't do it. */
export function CommandButton({ command, body, label, children }: CommandButtonProps) {
  const [error, setError] = useState<string | null>(null);
  const run = () => void sendCommand(command, body).then(setError, () => setError(t('send.failed')));
  return (
    <>
      {error !== null && (
        <span class="error" role="alert">
          {error}
        </span>
      )}
      <button type="button" class="small" aria-label={label} onClick={run}>
        {children}
      </button>
    </>
  );
}
