import { t } from '@offhook/i18n/voice-page';
import type { Connection } from './feed.ts';

interface TopBarProps {
  /** Null if there's no list to skip. */
  readonly onSkip: (() => void) | null;
  readonly connection: Connection;
  readonly hasPhone: boolean;
  readonly onPhone: () => void;
  readonly onNetwork: () => void;
  readonly onAccount: () => void;
  readonly onClear: () => void;
}

export function TopBar({
  onSkip,
  connection,
  hasPhone,
  onPhone,
  onNetwork,
  onAccount,
  onClear,
}: TopBarProps) {
  return (
    <header class="bar">
      {onSkip && (
        <button type="button" class="skip" onClick={onSkip}>
          {t('page.skip')}
        </button>
      )}
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <path d="M6.1 17a9.9 9.9 0 0 0 19.8 0M5.9 8.9C10.4 3.5 18.3 2.3 24.5 5.5" />
      </svg>
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
