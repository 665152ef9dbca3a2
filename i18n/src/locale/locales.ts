/** The languages that every catalog has. */
export const LOCALES = ['en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];

/** CLDR's tag for a right-to-left pseudo-locale. A browser set to it shows that locale, generated from English. */
export const PSEUDO_TAG = 'en-XB';

export interface ChosenLocale {
  readonly locale: Locale;
  /** BCP 47 tag for numbers, dates and plurals: with the reader's region if their settings name one. */
  readonly tag: string;
}

const DEFAULT_TAGS: Readonly<Record<Locale, string>> = { en: 'en-US', es: 'es-US' };

/** @param preferred BCP 47 tags, in order of preference @returns the first language with a catalog, else English */
export function chooseLocale(preferred: readonly string[]): ChosenLocale {
  for (const tag of preferred) {
    const language = tag.toLowerCase().split('-')[0];
    const locale = LOCALES.find((known) => known === language);
    if (locale) return { locale, tag: tag.includes('-') && isValidTag(tag) ? tag : DEFAULT_TAGS[locale] };
  }
  return { locale: 'en', tag: DEFAULT_TAGS.en };
}

/** @param wanted the browser's BCP 47 tags in order of preference; they set the region */
export function localeForLanguage(locale: Locale, wanted: readonly string[]): ChosenLocale {
  const tags = wanted.filter((tag) => tag.toLowerCase().split('-')[0] === locale);
  return chooseLocale([...tags, DEFAULT_TAGS[locale]]);
}

function isValidTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
