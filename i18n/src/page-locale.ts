/** The language and formats of a page: its user's, else the browser's. */
import { type Formats, setFormats } from './formats.ts';
import { type ChosenLocale, chooseLocale, type Locale, localeOf, PSEUDO_TAG } from './locales.ts';
import type { AnyCatalog } from './page-catalog.ts';

/** A user's settings, as the API has them. */
export interface UserLocale {
  readonly language: Locale | null;
  /** Null: the computer's. */
  readonly time_zone: string | null;
  readonly clock: Formats['clock'];
  readonly date_order: Formats['dateOrder'];
}

/** The language that the last user chose, for the login and the next start. */
const LANGUAGE_KEY = 'offhook.language';
const BROWSERS: UserLocale = { language: null, time_zone: null, clock: null, date_order: null };

let active: ChosenLocale = chooseLocale([]);
let newest = 0;
const catalogs = new Set<AnyCatalog>();
const listeners = new Set<() => void>();

/** Begins in the language that was last chosen here, else in the browser's. */
export function startPageLocale(): ChosenLocale {
  activate(choose(rememberedLanguage()), BROWSERS);
  return active;
}

/** A new object after each change, so that a page can watch it with `useSyncExternalStore`. */
export function pageLocale(): ChosenLocale {
  return active;
}

/** @returns a function that removes the listener */
export function listenToPageLocale(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Loads catalogs in the page's language, and in every later one. */
export async function loadCatalogs(...wanted: readonly AnyCatalog[]): Promise<void> {
  for (let loaded: ChosenLocale | null = null; loaded?.tag !== active.tag; ) {
    loaded = active;
    const ready = await Promise.all(wanted.map((catalog) => catalog.prepare(active)));
    if (loaded.tag !== active.tag) continue;
    for (const use of ready) use();
  }
  for (const catalog of wanted) catalogs.add(catalog);
}

/**
 * Changes the page to these settings without a reload. Rejects, and changes nothing, when the language can't be loaded.
 * Of two changes at a time, the later one wins.
 */
export async function setUserLocale(user: UserLocale): Promise<void> {
  newest += 1;
  const own = newest;
  const chosen = choose(user.language);
  const known = [...catalogs];
  const ready = await Promise.all(known.map((catalog) => catalog.prepare(chosen)));
  if (own !== newest) return;
  for (const use of ready) use();
  activate(chosen, user);
  // Catalogs that were loaded meanwhile are still in the former language.
  await loadCatalogs(...[...catalogs].filter((catalog) => !known.includes(catalog)));
  rememberLanguage(user.language);
  for (const changed of listeners) changed();
}

/** @param language null: the browser's */
function choose(language: Locale | null): ChosenLocale {
  return language === null ? chooseLocale(navigator.languages) : localeOf(language, navigator.languages);
}

function activate(chosen: ChosenLocale, { time_zone, clock, date_order }: UserLocale): void {
  active = { ...chosen };
  const { documentElement } = document;
  documentElement.lang = chosen.locale;
  documentElement.dir = chosen.tag === PSEUDO_TAG ? 'rtl' : 'ltr';
  setFormats({ tag: chosen.tag, timeZone: knownZone(time_zone), clock, dateOrder: date_order });
}

/** A browser may lack a time zone that the server knows. */
function knownZone(timeZone: string | null): string | undefined {
  if (timeZone === null) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    return undefined;
  }
}

function rememberedLanguage(): Locale | null {
  try {
    const language = localStorage.getItem(LANGUAGE_KEY);
    return language === 'en' || language === 'es' ? language : null;
  } catch {
    return null;
  }
}

/** Storage may be full or forbidden. */
function rememberLanguage(language: Locale | null): void {
  try {
    if (language === null) localStorage.removeItem(LANGUAGE_KEY);
    else localStorage.setItem(LANGUAGE_KEY, language);
  } catch {}
}
