/** The “Language and time” settings of the phone and the console: texts and choices. */
import '../messages/message-format.ts';
import { activeFormats, CLOCKS, DATE_ORDERS, type Formats, formatDate } from '../formats/formats.ts';
import { timeZones } from '../formats/time-zones.ts';
import { chooseLocale, LOCALES, type Locale } from '../locale/locales.ts';
import type { UserLocale } from '../locale/page-locale.ts';
import { createPageCatalog } from '../messages/page-catalog.ts';
import type en from './language-and-time/en.ts';

export const languageAndTimeCatalog = createPageCatalog<typeof en>({
  en: () => import('./language-and-time/en.ts'),
  es: () => import('./language-and-time/es.ts'),
});
export const { t } = languageAndTimeCatalog;

/** Settings as the server saves them. */
export interface SavedLocale extends UserLocale {
  readonly time_zone: string;
}

export interface LocaleSetting {
  readonly field: keyof UserLocale;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  /** Returns the settings with this one changed. */
  readonly change: (value: string) => SavedLocale;
}

/** Each in its own language, so that its speakers recognize it. */
/** Each in the language itself. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', es: 'Español' };
/** 'Nov 17, 2026', a day that can't be mistaken for a month. */
const SAMPLE_DAY = Date.UTC(2026, 10, 17);

/** @param browserLanguages BCP 47 tags, in order of preference */
export function localeSettings(
  locale: SavedLocale,
  browserLanguages: readonly string[],
): readonly LocaleSetting[] {
  const browserLanguage = LANGUAGE_NAMES[chooseLocale(browserLanguages).locale];
  const browserDefault = ['', t('locale.browserDefault')] as const;
  const known = <Value extends string>(values: readonly Value[], chosen: string): Value | null =>
    values.find((value) => value === chosen) ?? null;
  return [
    {
      field: 'language',
      label: t('locale.language'),
      value: locale.language ?? '',
      choices: [
        ['', t('locale.browserLanguage', { language: browserLanguage })],
        ...LOCALES.map((language) => [language, LANGUAGE_NAMES[language]] as const),
      ],
      change: (value) => ({ ...locale, language: known(LOCALES, value) }),
    },
    {
      field: 'time_zone',
      label: t('locale.timeZone'),
      value: locale.time_zone,
      choices: timeZones(locale.time_zone).map((name) => [name, name] as const),
      change: (time_zone) => ({ ...locale, time_zone }),
    },
    {
      field: 'clock',
      label: t('locale.clock'),
      value: locale.clock ?? '',
      choices: [browserDefault, ...CLOCKS.map((clock) => [clock, t(`locale.clock.${clock}`)] as const)],
      change: (value) => ({ ...locale, clock: known(CLOCKS, value) }),
    },
    {
      field: 'date_order',
      label: t('locale.dateOrder'),
      value: locale.date_order ?? '',
      choices: [browserDefault, ...DATE_ORDERS.map((order) => [order, sampleDate(order)] as const)],
      change: (value) => ({ ...locale, date_order: known(DATE_ORDERS, value) }),
    },
  ];
}

const sampleDate = (dateOrder: Formats['dateOrder']) =>
  formatDate(SAMPLE_DAY, { ...activeFormats(), timeZone: 'UTC', dateOrder });
