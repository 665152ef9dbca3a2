import { expect, test } from 'vitest';
import { localeChange, localeForm } from './locale-form.ts';

const chosen = { language: 'es', time_zone: 'America/New_York', clock: '24', date_order: 'dmy' } as const;
const browsers = { language: null, time_zone: 'America/New_York', clock: null, date_order: null };

test.each([
  ['choices', chosen],
  ['the browser’s defaults', browsers],
])('a form of %s is sent as it was read', (_name, locale) => {
  expect(localeChange(localeForm(locale, 'UTC'))).toEqual(locale);
});

test('a user without a time zone starts with the computer’s', () => {
  expect(localeForm({ ...browsers, time_zone: null }, 'Europe/Berlin').time_zone).toBe('Europe/Berlin');
});
