import { expect, test } from 'vitest';
import { chooseLocale } from './locales.ts';

test.each([
  ['the first language that has a catalog', ['de-DE', 'es-MX', 'en-US'], { locale: 'es', tag: 'es-MX' }],
  ['the reader’s own region', ['en-GB'], { locale: 'en', tag: 'en-GB' }],
  ['the United States where no region is named', ['es'], { locale: 'es', tag: 'es-US' }],
  ['English where no language is known', ['de', 'fr-CA'], { locale: 'en', tag: 'en-US' }],
  ['English without any wish', [], { locale: 'en', tag: 'en-US' }],
  ['the default region for an invalid tag', ['en-not_a_tag'], { locale: 'en', tag: 'en-US' }],
])('chooses %s', (_sentence, wanted, expected) => {
  expect(chooseLocale(wanted)).toEqual(expected);
});
