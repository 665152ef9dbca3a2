import { afterEach, beforeEach, expect, test } from 'vitest';
import { activateCatalogs } from './all-catalogs.ts';
import { localeSettings, type SavedLocale } from './language-and-time.ts';

const BROWSER_DEFAULTS: SavedLocale = {
  language: null,
  time_zone: 'America/New_York',
  clock: null,
  date_order: null,
};

beforeEach(() => activateCatalogs('en'));
afterEach(() => activateCatalogs('en'));

const labels = (locale: SavedLocale, browserLanguages: readonly string[]) =>
  localeSettings(locale, browserLanguages)
    .filter(({ field }) => field !== 'time_zone')
    .map(({ label, choices }) => [label, ...choices.map(([, name]) => name)]);

test('the choices are named in English, and dates show their order', () => {
  expect(labels(BROWSER_DEFAULTS, ['es-MX', 'en'])).toEqual([
    ['Language', 'Browser default (Español)', 'English', 'Español'],
    ['Clock', 'Browser default', '12-hour', '24-hour'],
    ['Date order', 'Browser default', 'Nov 17, 2026', '17 Nov 2026', '2026-11-17'],
  ]);
});

test('the choices are named in Spanish, but each language by its own name', () => {
  activateCatalogs('es');
  expect(labels(BROWSER_DEFAULTS, ['en-US'])).toEqual([
    ['Idioma', 'Del navegador (English)', 'English', 'Español'],
    ['Formato de hora', 'Del navegador', '12 horas', '24 horas'],
    ['Orden de la fecha', 'Del navegador', 'nov 17, 2026', '17 nov 2026', '2026-11-17'],
  ]);
});

test('a choice changes only its own setting, and the empty choice restores the browser’s default', () => {
  const chosen = { language: 'es', time_zone: 'UTC', clock: '24', date_order: 'ymd' };
  let locale = BROWSER_DEFAULTS;
  for (const [field, value] of Object.entries(chosen)) {
    const setting = localeSettings(locale, []).find((one) => one.field === field);
    expect(setting?.choices.map(([choice]) => choice)).toContain(value);
    locale = setting?.change(value) ?? locale;
    expect(locale).toEqual({ ...locale, [field]: value });
    expect(localeSettings(locale, []).find((one) => one.field === field)?.value).toBe(value);
  }
  expect(locale).toEqual(chosen);
  for (const { field } of localeSettings(locale, []).filter(({ field }) => field !== 'time_zone'))
    locale =
      localeSettings(locale, [])
        .find((one) => one.field === field)
        ?.change('') ?? locale;
  expect(locale).toEqual({ ...BROWSER_DEFAULTS, time_zone: 'UTC' });
});

test('a time zone that the browser lists under another name stays selected', () => {
  const old = { ...BROWSER_DEFAULTS, time_zone: 'US/Eastern' };
  const zones = localeSettings(old, []).find(({ field }) => field === 'time_zone');
  expect([zones?.value, zones?.choices[0]?.[0]]).toEqual(['US/Eastern', 'US/Eastern']);
});
