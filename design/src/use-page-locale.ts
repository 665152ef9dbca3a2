import type { ChosenLocale } from '@offhook/i18n/locales';
import { listenToPageLocale, pageLocale } from '@offhook/i18n/page-locale';
import { useSyncExternalStore } from 'react';

/** Renders again when the language or a format changes, with a new object. */
export function usePageLocale(): ChosenLocale {
  return useSyncExternalStore(listenToPageLocale, pageLocale);
}
