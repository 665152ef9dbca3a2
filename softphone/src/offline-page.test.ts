import { activateCatalogs } from '@offhook/i18n/all-catalogs';
import { setUserLocale, type UserLocale } from '@offhook/i18n/page-locale';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const NOTHING_CHOSEN: UserLocale = { language: null, time_zone: null, clock: null, date_order: null };

const stored = new Map<string, string>();
const elements = { title: { textContent: '' }, hint: { textContent: '' } };
const page = {
  documentElement: { lang: '', dir: '' },
  title: '',
  getElementById: (id: keyof typeof elements) => elements[id],
};

beforeEach(() => {
  stored.clear();
  vi.resetModules();
  vi.stubGlobal('document', page);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  activateCatalogs('en');
});

test.each([
  ['the language that the user chose', ['en-US'], 'es', 'es', 'No se puede conectar con Offhook'],
  [
    'the browser’s language for a user who chose none',
    ['es-MX', 'en-US'],
    null,
    'es',
    'No se puede conectar con Offhook',
  ],
  ['English for a Spanish browser whose user chose it', ['es-MX'], 'en', 'en', 'Can’t reach Offhook'],
  ['English for a browser in another language', ['de-DE'], null, 'en', 'Can’t reach Offhook'],
] as const)('the offline page is in %s', async (_what, languages, language, lang, title) => {
  vi.stubGlobal('navigator', { languages });
  await setUserLocale({ ...NOTHING_CHOSEN, language });
  await import('./offline-page.ts');
  expect([page.documentElement.lang, page.title, elements.title.textContent]).toEqual([lang, title, title]);
  expect(elements.hint.textContent).toMatch(/5/);
});

test('unreadable stored settings do not stop the offline page', async () => {
  vi.stubGlobal('navigator', { languages: ['es-US'] });
  stored.set('offhook.locale', '{');
  await import('./offline-page.ts');
  expect(page.title).toBe('No se puede conectar con Offhook');
});
