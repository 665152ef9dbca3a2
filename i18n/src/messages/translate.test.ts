import './message-format.ts';
import { expect, test } from 'vitest';
import { createTranslate } from './translate.ts';

const en = {
  plain: 'Don’t call, {name}',
  braces: 'Log in',
  leads: '{count, plural, =0 {No leads} one {# lead} other {# leads}}',
} as const;

test('a message is translated with its values', () => {
  const t = createTranslate<typeof en>('en', en);
  expect(t('braces')).toBe('Log in');
  expect(t('plain', { name: 'Ada' })).toBe('Don’t call, Ada');
  expect([0, 1, 1200].map((count) => t('leads', { count }))).toEqual(['No leads', '1 lead', '1,200 leads']);
});

test('a wrong ID or value is a type error, and a missing message throws', () => {
  const t = createTranslate<typeof en>('es', { plain: 'x' });
  // @ts-expect-error an ID that no catalog has
  expect(() => t('nothing')).toThrow('The es catalog has no message nothing');
  // @ts-expect-error a value is missing
  expect(() => t('leads')).toThrow('no message leads');
  // @ts-expect-error a misspelled value name
  t('plain', { nme: 'Ada' });
});
