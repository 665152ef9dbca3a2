/**
 * The texts of the offline page, in the language of the browser's last user, otherwise in the browser's. The build
 * makes one file of it, because the worker caches no others: it may import only what nothing else imports.
 */

import type { Locale } from '@offhook/i18n/locales';
import en from '@offhook/i18n/offline/en';
import es from '@offhook/i18n/offline/es';

const texts = { en, es } satisfies Record<Locale, Record<keyof typeof en, string>>;

/** As stored by `setUserLocale`, null if the user chose none. */
function storedLanguage(): unknown {
  try {
    return JSON.parse(localStorage.getItem('offhook.locale') ?? '{}')?.language;
  } catch {
    return null;
  }
}

const isLocale = (language: unknown): language is keyof typeof texts =>
  typeof language === 'string' && Object.hasOwn(texts, language);
const preferred = [storedLanguage(), ...navigator.languages.map((tag) => tag.split('-')[0]?.toLowerCase())];
const locale = preferred.find(isLocale) ?? 'en';
const text = texts[locale];

document.documentElement.lang = locale;
document.title = text['offline.title'];
for (const part of ['title', 'hint'] as const) {
  const element = document.getElementById(part);
  if (element) element.textContent = text[`offline.${part}`];
}
