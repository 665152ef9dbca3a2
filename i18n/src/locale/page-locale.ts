/** The language and formats of a page: its user's, else the browser's. */
import { CLOCKS, DATE_ORDERS, type Formats, setFormats } from '../formats/active-formats.ts';
import type { AnyCatalog } from '../messages/page-catalog.ts';
import {
  type ChosenLocale,
  chooseLocale,
  LOCALES,
  type Locale,
  localeForLanguage,
  PSEUDO_TAG,
} from './locales.ts';

/** A user's settings, as in the API. */
export interface UserLocale {
  readonly language: Locale | null;
  /** Null: the computer's. */
  readonly time_zone: string | null;
  readonly clock: Formats['clock'];
  readonly date_order: Formats['dateOrder'];
}

/** Holds the last user's settings for the login page, the next load and the browser's other pages. */
const KEY = 'offhook.locale';
const BROWSER_DEFAULTS: UserLocale = { language: null, time_zone: null, clock: null, date_order: null };

let active: ChosenLocale = chooseLocale([]);
let changeCount = 0;
/** The settings last stored by this page or another one. */
let lastStored = '';
const catalogs = new Set<AnyCatalog>();
const listeners = new Set<() => void>();

/** Starts with the settings of the browser's last user, else with the browser's. */
export function startPageLocale(): ChosenLocale {
  const stored = readStored();
  lastStored = stored ? serialize(stored) : '';
  const last = stored ?? BROWSER_DEFAULTS;
  activate(choose(last.language), last);
  return active;
}

/** A new object after each change, so that a page can watch it with `useSyncExternalStore`. */
export function pageLocale(): ChosenLocale {
  return active;
}

/** How many times the settings were changed here or on another page, to detect a change while they are being read. */
export function localeChangeCount(): number {
  return changeCount;
}

/** @returns a function that removes the listener */
export function listenToPageLocale(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Loads catalogs in the page's language, and again whenever it changes. */
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
 * Of two concurrent changes, the later one wins.
 */
export async function setUserLocale(user: UserLocale): Promise<void> {
  changeCount += 1;
  const thisChange = changeCount;
  const chosen = choose(user.language);
  const before = [...catalogs];
  const ready = await Promise.all(before.map((catalog) => catalog.prepare(chosen)));
  if (thisChange !== changeCount) return;
  for (const use of ready) use();
  activate(chosen, user);
  // Catalogs loaded in the meantime are still in the previous language.
  await loadCatalogs(...[...catalogs].filter((catalog) => !before.includes(catalog)));
  writeStored(user);
  for (const changed of listeners) changed();
}

/** @param language null: the browser's */
function choose(language: Locale | null): ChosenLocale {
  return language === null
    ? chooseLocale(navigator.languages)
    : localeForLanguage(language, navigator.languages);
}

function activate(chosen: ChosenLocale, { time_zone, clock, date_order }: UserLocale): void {
  active = chosen;
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

/** Calls back when another page in this browser changes the settings. @returns a function that stops it */
export function watchOtherPages(changed: (user: UserLocale) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // The event's value may be older than what is stored now.
    const user = key === KEY ? readStored() : null;
    if (!user) return;
    lastStored = serialize(user);
    changed(user);
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

function readStored(): UserLocale | null {
  try {
    return parseLocale(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/**
 * A page that applies another page's settings doesn't store them, because the other page may have changed them again
 * since. Storage may be full or blocked.
 */
function writeStored(user: UserLocale): void {
  const text = serialize(user);
  if (text === lastStored) return;
  lastStored = text;
  try {
    localStorage.setItem(KEY, text);
  } catch {}
}

const serialize = ({ language, time_zone, clock, date_order }: UserLocale) =>
  JSON.stringify({ language, time_zone, clock, date_order });

/** Null if the text is invalid, e.g. stored by another version. */
function parseLocale(text: string | null): UserLocale | null {
  try {
    const stored = JSON.parse(text ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const oneOf = <Value>(values: readonly Value[], value: unknown) =>
      values.find((item) => item === value) ?? null;
    return {
      language: oneOf(LOCALES, stored.language),
      time_zone: typeof stored.time_zone === 'string' ? stored.time_zone : null,
      clock: oneOf(CLOCKS, stored.clock),
      date_order: oneOf(DATE_ORDERS, stored.date_order),
    };
  } catch {
    return null;
  }
}
