import { listenToPageLocale, pageLocale } from '@offhook/i18n/page-locale';
import { useSyncExternalStore } from 'react';

/** Renders the component again after the user changes the language, time zone or formats. */
export function usePageLocale(): void {
  useSyncExternalStore(listenToPageLocale, pageLocale);
}
