import { expect, test } from 'vitest';
import { chooseLocale } from './locales.ts';

test('the first wanted language that has a catalog is chosen', () => {
  expect(chooseLocale(['de-DE', 'en-GB'])).toBe('en');
  expect(chooseLocale([])).toBe('en');
});
