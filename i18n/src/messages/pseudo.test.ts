import { parse } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import './message-format.ts';
import { pseudoCatalog } from './pseudo.ts';
import { createTranslate } from './translate.ts';

const en = {
  plain: 'Call history',
  dots: '…',
  link: 'See <link>rules</link>',
  leads: '{count, plural, one {# lead for {name}} other {# leads for {name}}}',
} as const;

test('the pseudo-locale lengthens and accents every text, and keeps values and symbols', () => {
  const parsed = {
    ...en,
    link: parse(en.link, { captureLocation: false }),
    leads: parse(en.leads, { captureLocation: false }),
  };
  const t = createTranslate<typeof en>('en', pseudoCatalog(parsed));
  expect(t('plain')).toBe('\u202bÇááľľ hííšťööřý\u202c');
  expect(t('dots')).toBe('…');
  expect(JSON.stringify(pseudoCatalog(parsed)['link'])).toContain('řüüľééš');
  expect(t('leads', { count: 2, name: 'Ada' })).toBe('\u202b2 ľééááďš fööř Ada\u202c');
});
