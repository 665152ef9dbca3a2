/** The languages that every catalog has. */
export const LOCALES = ['en'] as const;
export type Locale = (typeof LOCALES)[number];

/** @param wanted BCP 47 tags, most wanted first @returns the first language that we have, else English */
export function chooseLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0];
    const known = LOCALES.find((locale) => locale === language);
    if (known) return known;
  }
  return 'en';
}
