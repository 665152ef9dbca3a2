import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateCatalogs } from '../catalogs/all-catalogs.ts';
import { activeFormats, formatDateTime } from '../formats/formats.ts';
import { createPageCatalog, type PageCatalog } from '../messages/page-catalog.ts';
import type { ChosenLocale } from './locales.ts';
import {
  listenToPageLocale,
  loadCatalogs,
  pageLocale,
  setUserLocale,
  startPageLocale,
  type UserLocale,
  watchOtherPages,
} from './page-locale.ts';

const en = { hello: 'Hello' } as const;
const es = { hello: 'Hola' } as const;
const BROWSER_DEFAULTS: UserLocale = { language: null, time_zone: null, clock: null, date_order: null };
const SPANISH: UserLocale = {
  language: 'es',
  time_zone: 'America/New_York',
  clock: '24',
  date_order: 'dmy',
};

const stored = new Map<string, string>();
const documentElement = { lang: '', dir: '' };
let catalog: PageCatalog<typeof en>;
/** Promises that hold back a language's messages. */
let gates: Partial<Record<'en' | 'es', Promise<void>>> = {};

beforeEach(() => {
  stored.clear();
  gates = {};
  vi.stubGlobal('navigator', { languages: ['en-GB', 'es-MX'] });
  vi.stubGlobal('document', { documentElement });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  catalog = createPageCatalog<typeof en>({
    en: async () => gates.en?.then(() => ({ default: en })) ?? { default: en },
    es: async () => gates.es?.then(() => ({ default: es })) ?? { default: es },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  activateCatalogs('en');
});

const hold = (language: 'en' | 'es') => {
  let release = () => {};
  gates[language] = new Promise((resolve) => {
    release = resolve;
  });
  return release;
};

test('a page starts in the browser’s language, switches to the user’s and keeps it after a reload', async () => {
  expect(startPageLocale()).toEqual({ locale: 'en', tag: 'en-GB' });
  await loadCatalogs(catalog);
  expect(catalog.t('hello')).toBe('Hello');
  const seen: ChosenLocale[] = [];
  const stop = listenToPageLocale(() => seen.push(pageLocale()));
  await setUserLocale(SPANISH);
  expect([catalog.t('hello'), documentElement.lang, seen]).toEqual([
    'Hola',
    'es',
    [{ locale: 'es', tag: 'es-MX' }],
  ]);
  expect(formatDateTime(Date.UTC(2026, 10, 18, 4, 5))).toBe('17 nov 2026, 23:05');
  stop();
  expect(startPageLocale()).toEqual({ locale: 'es', tag: 'es-MX' });
  await setUserLocale(BROWSER_DEFAULTS);
  expect([catalog.t('hello'), startPageLocale().tag, seen.length]).toEqual(['Hello', 'en-GB', 1]);
});

test('a chosen language that the browser does not list gets its default region', async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  startPageLocale();
  await setUserLocale(SPANISH);
  expect(pageLocale().tag).toBe('es-US');
});

test('each change is a new object, even if only the clock changes', async () => {
  startPageLocale();
  await setUserLocale(SPANISH);
  const before = pageLocale();
  await setUserLocale({ ...SPANISH, clock: '12' });
  expect(pageLocale()).not.toBe(before);
  expect(activeFormats().clock).toBe('12');
});

test('a language that cannot be loaded changes nothing', async () => {
  startPageLocale();
  await loadCatalogs(catalog);
  gates.es = Promise.reject(new Error('no network'));
  await expect(setUserLocale(SPANISH)).rejects.toThrow('no network');
  expect([catalog.t('hello'), pageLocale().tag, activeFormats().clock, stored.size]).toEqual([
    'Hello',
    'en-GB',
    null,
    0,
  ]);
});

test('of two concurrent changes, the later one wins, whichever language loads first', async () => {
  startPageLocale();
  await loadCatalogs(catalog);
  const release = hold('es');
  const first = setUserLocale(SPANISH);
  await setUserLocale(BROWSER_DEFAULTS);
  release();
  await first;
  expect([catalog.t('hello'), pageLocale().tag, startPageLocale().tag]).toEqual(['Hello', 'en-GB', 'en-GB']);
});

test('a catalog that is loading while the language changes ends up in the new language', async () => {
  startPageLocale();
  const release = hold('en');
  const loading = loadCatalogs(catalog);
  await setUserLocale(SPANISH);
  release();
  await loading;
  expect(catalog.t('hello')).toBe('Hola');
});

test('a time zone unknown to the browser is replaced by the computer’s', async () => {
  startPageLocale();
  await setUserLocale({ ...SPANISH, time_zone: 'Mars/Olympus' });
  expect(activeFormats()).toMatchObject({ timeZone: undefined, clock: '24' });
});

test("a page without storage still follows the user's settings", async () => {
  vi.stubGlobal('localStorage', undefined);
  startPageLocale();
  await setUserLocale(SPANISH);
  expect(pageLocale().locale).toBe('es');
});

test('other pages in the browser are notified of a change, without its invalid values', async () => {
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  startPageLocale();
  await setUserLocale(SPANISH);
  const [[key = '', newValue = ''] = []] = stored;
  const seen: UserLocale[] = [];
  const stop = watchOtherPages((user) => seen.push(user));
  const write = ({ key, newValue }: { key: string; newValue: string | null }) => {
    if (newValue === null) stored.delete(key);
    else stored.set(key, newValue);
    target.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  };
  write({ key, newValue });
  write({ key, newValue: JSON.stringify({ language: 'de', clock: '10', time_zone: 7 }) });
  for (const other of [
    { key: 'offhook.settings.1', newValue },
    { key, newValue: null },
    { key, newValue: '{' },
    { key, newValue: '7' },
  ])
    write(other);
  stop();
  write({ key, newValue });
  expect(seen).toEqual([SPANISH, BROWSER_DEFAULTS]);
});

test('a page that applies another page’s settings does not overwrite newer stored settings', async () => {
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  startPageLocale();
  let followed = Promise.resolve();
  const stop = watchOtherPages((user) => {
    followed = setUserLocale(user);
  });
  const [key, older, newer] = ['offhook.locale', JSON.stringify(SPANISH), '{"clock":"12"}'];
  stored.set(key, older);
  target.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: older }));
  stored.set(key, newer);
  await followed;
  expect([activeFormats().clock, stored.get(key)]).toEqual(['24', newer]);
  await setUserLocale(BROWSER_DEFAULTS);
  expect(stored.get(key)).toBe(JSON.stringify(BROWSER_DEFAULTS));
  stop();
});

test('a notification older than what is stored does not bring back the older settings', () => {
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  const key = 'offhook.locale';
  stored.set(key, JSON.stringify(SPANISH));
  const seen: UserLocale[] = [];
  const stop = watchOtherPages((user) => seen.push(user));
  target.dispatchEvent(
    Object.assign(new Event('storage'), { key, newValue: JSON.stringify(BROWSER_DEFAULTS) }),
  );
  stop();
  expect(seen).toEqual([SPANISH]);
});

test('unreadable stored settings are ignored', () => {
  stored.set('offhook.locale', '{"language":"de","clock":"24"');
  expect(startPageLocale()).toEqual({ locale: 'en', tag: 'en-GB' });
});
