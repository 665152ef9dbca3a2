/**
 * Every state of the console without a server: `#board`, `#board&theme=dark`, `#board&locale=pseudo`. The components are
 * real; the state supplies the answers. For development and tests; not part of the build.
 */

// Imported first, because the gallery's states are in English.
import '@offhook/i18n/english';
import { translateFieldProblems } from '@offhook/design/forms/field-problems';
import { readGalleryAddress } from '@offhook/design/gallery-address';
import { createListeners } from '@offhook/design/listeners';
import { activateCatalogs } from '@offhook/i18n/all-catalogs';
import { consoleCatalog } from '@offhook/i18n/console';
import { activeFormats, setFormats } from '@offhook/i18n/formats';
import { languageAndTimeCatalog } from '@offhook/i18n/language-and-time';
import { loginCatalog } from '@offhook/i18n/login';
import { loadCatalogs, setUserLocale, type UserLocale } from '@offhook/i18n/page-locale';
import { createRoot } from 'react-dom/client';
import { App } from '../App.tsx';
import type { Api, RequestName } from '../adapters/api.ts';
import { createChanges } from '../changes.ts';
import { createClock } from '../clock.ts';
import type { FreshnessWatch } from '../freshness-watch.ts';
import type { Answers } from './states/gallery-state.ts';
import { states } from './states/states.ts';
import { greetingFile } from './states/team-answers.ts';
import { NOW, supervisor } from './states/users.ts';

export interface Gallery {
  readonly names: readonly string[];
  readonly requests: { readonly name: string; readonly input: object }[];
  /** Shows a state from its start, without reloading the page. */
  show(name: string): Promise<void>;
  /** Uses `en`, `es`, or `pseudo`, which reads from right to left, for states shown after this call. */
  setLanguage(language: string): void;
  /** Applies settings that another page has saved. */
  applyLocale(locale: UserLocale): Promise<void>;
  /** Keeps the page; later requests get another state's answers. */
  answerAs(name: string): void;
  notifyChange(): void;
  notifySettingsChange(): void;
  /** Marks the page as stale or up to date. */
  setStale(isStale: boolean): void;
  advance(seconds: number): void;
}

declare global {
  interface Window {
    gallery: Gallery;
  }
}

const parts = readGalleryAddress();
let language = parts.get('locale') ?? 'en';
// The language and time settings switch between these.
await loadCatalogs(loginCatalog, languageAndTimeCatalog, consoleCatalog);

translateFieldProblems();

const root = createRoot(document.getElementById('root') ?? document.body);
const never = new Promise<never>(() => {});
const FAILED = { ok: false, status: 500, error: 'Something went wrong. Please try again.' };
const requests: Gallery['requests'] = [];
let answers: Answers = {};
/** Answers to requests that every page can send. */
let commonAnswers: Answers = {};
let now = NOW;
let staleSince: number | null = null;
const { listen, notify } = createListeners();
const freshness: FreshnessWatch = { staleSince: () => staleSince, listen, send: () => {} };
let changes = createChanges(() => now);
let settings = createChanges(() => now);
/** Changes with each state, so that React mounts a new tree. */
let round = 0;

function answer(name: RequestName, input: object): Promise<unknown> {
  const { signal: _, ...sentInput } = { signal: null, ...input };
  requests.push({ name, input: sentInput });
  const isChanges = name === 'readBoardChanges';
  const answered = isChanges ? 'readBoard' : name;
  const prepared = answers[answered] ?? commonAnswers[answered];
  if (prepared === 'loading') return never;
  if (prepared === 'failed' || prepared === undefined) return Promise.resolve(FAILED);
  if (prepared === 'missing') return Promise.resolve({ ...FAILED, status: 404 });
  const value = typeof prepared === 'function' ? prepared(input, (now - NOW) / 1000) : prepared;
  if ('refused' in value) {
    const { refused, errorCode } = value;
    return Promise.resolve({ ok: false, status: 422, error: refused, errorCode });
  }
  // The whole board, as after a restart of the server.
  const whole = isChanges ? { version: 'gallery.1', since: null, removed: [] } : {};
  return Promise.resolve({ ok: true, value: { ...value, ...whole } });
}

async function show(name: string): Promise<void> {
  const state = states[name];
  if (!state) throw new Error(`Unknown state: ${name}`);
  requests.length = 0;
  scrollTo(0, 0);
  answers = state.answers;
  activateCatalogs(language);
  setFormats({ ...activeFormats(), ...state.formats });
  const user = state.user ?? supervisor;
  const { timeZone = null, clock = null, dateOrder = null } = state.formats ?? {};
  commonAnswers = {
    getUser: {
      success: true,
      csrf_token: '',
      user: { ...user, time_zone: timeZone, clock, date_order: dateOrder },
    },
    setLocale: { success: true },
  };
  now = NOW;
  changes = createChanges(() => now);
  settings = createChanges(() => now);
  round += 1;
  staleSince = state.staleFor === undefined ? null : NOW - state.staleFor * 1000;
  const api: Api = {
    base: '',
    request: answer as Api['request'],
    uploadLeads: async (file, progress) => {
      progress(1);
      if (file.size === 0)
        return {
          ok: false,
          status: 422,
          code: 'refused',
          errorCode: 'badImportFile',
          error: 'The file has no rows.',
        };
      requests.push({ name: 'uploadLeads', input: { text: await file.text() } });
      return { ok: true, value: { id: 2 } };
    },
    uploadDoNotCallNumbers: async (file, progress) => {
      progress(1);
      requests.push({ name: 'uploadDoNotCallNumbers', input: { text: await file.text() } });
      const invalid_lines = [3];
      return { ok: true, value: { success: true, added: 2, already_listed: 1, invalid: 1, invalid_lines } };
    },
    uploadGreeting: async (wav, name, progress) => {
      progress(0.4);
      if (name === 'slow.wav') return never;
      requests.push({ name: 'uploadGreeting', input: { name, bytes: wav.size } });
      const refused = 'The audio is empty or too short.';
      if (wav.size < 1_000) return { ok: false, status: 422, code: 'refused', error: refused };
      return { ok: true, value: greetingFile(name, URL.createObjectURL(wav), (wav.size - 44) / 16_000) };
    },
  };
  root.render(
    <App
      error={state.startError ?? null}
      handle={
        state.startError === undefined
          ? { api, user, clock: createClock(() => now), changes, settings, freshness }
          : null
      }
      initialPath={state.path}
      key={round}
    />,
  );
  if (!state.listsKeys) return;
  (await found('[aria-keyshortcuts="?"]')).click();
  await found('dialog[open]');
}

/** The navigation and its dialogs load late. */
function found(selector: string): Promise<HTMLElement> {
  return new Promise((resolve) => {
    const look = () => {
      const element = document.querySelector<HTMLElement>(selector);
      if (element) resolve(element);
      else requestAnimationFrame(look);
    };
    look();
  });
}

window.gallery = {
  names: Object.keys(states),
  requests,
  show,
  setLanguage: (next) => {
    language = next;
    document.documentElement.dir = language === 'pseudo' ? 'rtl' : 'ltr';
  },
  applyLocale: setUserLocale,
  answerAs: (name) => {
    answers = states[name]?.answers ?? answers;
  },
  notifyChange: () => changes.notify(),
  notifySettingsChange: () => settings.notify(),
  setStale: (isStale) => {
    staleSince = isStale ? now : null;
    notify();
  },
  advance: (seconds) => {
    now += seconds * 1000;
  },
};

const first = parts.get('state') ?? '';
if (states[first]) {
  await show(first);
} else {
  root.render(
    <ul>
      {window.gallery.names.map((name) => (
        <li key={name}>
          <a href={`#${name}`}>{name}</a>
        </li>
      ))}
    </ul>,
  );
  addEventListener('hashchange', () => location.reload());
}
