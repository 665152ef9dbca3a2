import type { ChosenLocale } from '@offhook/i18n/locales';
import { listenToPageLocale, pageLocale } from '@offhook/i18n/page-locale';
import { useSyncExternalStore } from 'react';

/** Re-renders when the language or a format changes. */
export function usePageLocale(): ChosenLocale {
  return useSyncExternalStore(listenToPageLocale, pageLocale);
}
