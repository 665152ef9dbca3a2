import { t } from '@offhook/i18n/voice-page';
import { useEffect, useState } from 'preact/hooks';
import { envLines, firstCall } from '../../src/inspector/core/first-call.ts';
import type { PageAccount } from '../../src/inspector/core/page-account.ts';
import { CopyButton } from '../copy-button.tsx';
import { fetchAccount } from '../requests.ts';

/** The address, the keys and the first call. */
export function AccountFacts() {
  const [account, setAccount] = useState<PageAccount | null>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    fetchAccount().then(setAccount, (error: Error) =>
      setFault(t('control.failed', { reason: error.message })),
    );
  }, []);
  if (!account) return <p role="status">{fault}</p>;
  const env = envLines(location.origin, account);
  const command = firstCall(location.origin, account);
  return (
    <div class="account">
      <h3>{t('start.keys')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard */}
      <pre tabIndex={0}>{env}</pre>
      <CopyButton label={t('copy.env')} text={env} />
      <h3>{t('start.curl')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard */}
      <pre tabIndex={0}>{command}</pre>
      <CopyButton label={t('copy.request')} text={command} />
      <h3>{t('start.numbers')}</h3>
      <p>{account.numbers.length > 0 ? account.numbers.join(', ') : t('start.numbers.none')}</p>
      <p class="soft">{t('start.phones')}</p>
    </div>
  );
}
