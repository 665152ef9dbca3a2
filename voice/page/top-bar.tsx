import { t } from '@offhook/i18n/voice-page';
import type { Connection } from './feed.ts';
import mark from './mark.svg';

interface TopBarProps {
  readonly connection: Connection;
  readonly hasPhone: boolean;
  readonly onPhone: () => void;
  readonly onNetwork: () => void;
  readonly onAccount: () => void;
  readonly onClear: () => void;
}

export function TopBar({ connection, hasPhone, onPhone, onNetwork, onAccount, onClear }: TopBarProps) {
  return (
    <header class="bar">
      <img src={mark} alt="" width="24" height="24" />
      <h1>offhook-voice</h1>
      <span role="status" class={`connection ${connection}`}>
        {t(`connection.${connection}`)}
      </span>
      <span class="gap" />
      <button type="button" class="quiet" onClick={onClear} title={t('bar.clear.title')}>
        {t('bar.clear')}
      </button>
      <button type="button" class="quiet" onClick={onNetwork}>
        {t('bar.network')}
      </button>
      <button type="button" class="quiet" onClick={onAccount}>
        {t('account.open')}
      </button>
      <button type="button" class="quiet" aria-pressed={hasPhone} onClick={onPhone}>
        {t('bar.phone')}
      </button>
    </header>
  );
}
