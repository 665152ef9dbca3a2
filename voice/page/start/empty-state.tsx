import { t } from '@offhook/i18n/voice-page';
import { useState } from 'preact/hooks';
import { placeTestCall } from '../requests.ts';
import { AccountFacts } from './account-facts.tsx';

export function EmptyState() {
  const [fault, setFault] = useState('');
  const call = async (): Promise<void> => {
    try {
      const { call_sid: sid } = await placeTestCall();
      location.hash = sid;
    } catch (error) {
      setFault(t('control.failed', { reason: (error as Error).message }));
    }
  };
  return (
    <main class="start">
      <h2>{t('start.title')}</h2>
      <p>{t('start.explain')}</p>
      <p class="row">
        <button type="button" class="primary" onClick={() => void call()}>
          {t('start.test')}
        </button>
        <span class="soft">{t('start.test.explain')}</span>
      </p>
      <p role="status">{fault}</p>
      <AccountFacts />
    </main>
  );
}
