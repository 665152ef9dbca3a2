import { expect, test } from 'vitest';
import { chooseLocale } from './locales.ts';

test.each([
  ['the first language that has a catalog', ['de-DE', 'es-MX', 'en-US'], { locale: 'es', tag: 'es-MX' }],
  ['the reader’s region', ['en-GB'], { locale: 'en', tag: 'en-GB' }],
  ['the United States if no region is given', ['es'], { locale: 'es', tag: 'es-US' }],
  ['English if no language has a catalog', ['de', 'fr-CA'], { locale: 'en', tag: 'en-US' }],
  ['English without a preference', [], { locale: 'en', tag: 'en-US' }],
  ['the default region for an invalid tag', ['en-not_a_tag'], { locale: 'en', tag: 'en-US' }],
])('chooseLocale picks %s', (_title, preferred, expected) => {
  expect(chooseLocale(preferred)).toEqual(expected);
});
