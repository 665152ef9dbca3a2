/**
 * Every state of the phone without a server: `#oncall&theme=dark&locale=pseudo`. Not part of the build.
 * The state changes only through `gallery.show` and `gallery.reactions`.
 */

// Imported first: the gallery's states are in English.
import '@offhook/i18n/english';
import type { OwnDay } from '@offhook/contract/agent/own-day';
import { AGENTS_PAGE_SIZE } from '@offhook/contract/limits';
import { translateFieldProblems } from '@offhook/design/forms/field-problems';
import { readGalleryAddress } from '@offhook/design/gallery-address';
import { createListeners } from '@offhook/design/listeners';
import { activateCatalogs } from '@offhook/i18n/all-catalogs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from '../App.tsx';
import type { Api } from '../adapters/server/api.ts';
import { createListChanges, ListChangesContext, type ListName } from '../api-context.ts';
import type { SoundCheck, SoundCheckEvent } from '../core/audio/sound-check.ts';
import type { Click } from '../core/events.ts';
import { closed, NEW_GUIDE } from '../core/screen/guide.ts';
import { writeGuide } from '../guide/stored-guide.ts';
import { PhoneContext, type PhoneHandle } from '../phone-context.tsx';
import { CountryLookupContext } from '../phone-input/country-lookup-context.ts';
import { ApiContext } from '../queries.ts';
import { optionsOf, PhoneInputGallery } from './phone-input-gallery.tsx';
import { sampleCallbacks, sampleOffer } from './states/callbacks.ts';
import type { GalleryState } from './states/gallery-state.ts';
import {
  agents,
  historyPages,
  leadsOfTeam,
  missingResults,
  parkedCalls,
  teams,
  user,
} from './states/people.ts';
import { sampleRecording } from './states/recording.ts';
import { callable, callerIds, states } from './states/states.ts';
import { stories } from './states/story.ts';

export interface Gallery {
  readonly names: readonly string[];
  readonly sent: Click[];
  readonly soundCheckEvents: SoundCheckEvent[];
  readonly requests: { readonly name: string; readonly query: object }[];
  reactions: Readonly<Record<string, string>>;
  show(name: string): void;
  /** As in the phone, where lists stay loaded. */
  keepQueries(name: string): void;
  /** Like a page load in this state, without loading. */
  restart(name: string): void;
  /** Renders in `en`, `es`, or `pseudo` (right to left). */
  setLanguage(language: string): void;
  setBars(microphone: number, speaker: number): void;
  notifyListChanged(list: ListName): void;
}

declare global {
  interface Window {
    gallery: Gallery;
  }
}

const parts = readGalleryAddress();
activateCatalogs(parts.get('locale') ?? 'en');
translateFieldProblems();

const queries = new QueryClient();
const changes = createListChanges();
const recording = sampleRecording();
const { listen, notify: change } = createListeners();
let current: GalleryState | undefined = states[parts.get('state') ?? ''];
/** A new round remounts all components. */
let round = 0;
let bars = current?.bars ?? { microphone: 0, speaker: 0 };

function answer(name: string, { page: number = 1, search = '' }: Query): unknown {
  const page = Number(number);
  if (name === 'getCallerIds') return { ok: true, value: callerIds };
  if (name === 'getMissingResults')
    return { ok: true, value: { data: missingResults.slice(0, current?.missing ?? 0) } };
  if (name === 'getParkedCalls') return { ok: true, value: { data: current?.parked ? parkedCalls : [] } };
  const canceled = window.gallery.requests.flatMap(({ name, query }) =>
    name === 'cancelCallback' ? [query] : [],
  );
  const callbacks = sampleCallbacks(Date.now())
    .slice(0, current?.callbacks ?? 0)
    .filter(({ id }) => !canceled.some((query) => 'id' in query && query.id === id));
  if (name === 'getCallbacks') return { ok: true, value: { data: callbacks } };
  const asked = window.gallery.requests.filter((one) => one.name === 'getCallbackOffer').length;
  if (name === 'getCallbackOffer' && asked <= (current?.refusedOffers ?? 0)) return REFUSED;
  if (name === 'getCallbackOffer')
    return { ok: true, value: { success: true, offer: sampleOffer(Date.now(), callbacks[0] ?? null) } };
  if (name === 'setCallback' || name === 'cancelCallback') return { ok: true, value: { success: true } };
  if (name === 'getLeadStory') return storyAnswer(current?.story);
  if (name === 'findLeads') return leadsAnswer(search);
  if (name === 'getOwnDay') return { ok: true, value: { success: true, day: current?.day ?? NO_DAY } };
  if (name === 'getCallable') return { ok: true, value: current?.callable ?? callable };
  if (current?.history === 'failed') {
    return { ok: false, status: 500, error: 'Something went wrong. Please try again.' };
  }
  if (current?.history === 'empty' || current?.guide)
    return { ok: true, value: { data: [], current_page: 1, last_page: 1, filters: true } };
  const items = historyPages(recording)[page - 1] ?? [];
  const data =
    current?.history === 'labeled'
      ? items.map((item) => ({ ...item, lead: item.lead && { ...item.lead, label: 'Roof quote' } }))
      : items;
  const own = current?.callbacks
    ? data.map((item, at) => ({
        ...item,
        call_user_id: item.id,
        takes_result: true,
        result: SAMPLE_RESULTS[at] ?? null,
      }))
    : data;
  const found = own.filter(({ lead }) => search === '' || lead?.fname.includes(search));
  return { ok: true, value: { data: found, current_page: page, last_page: 12, filters: true } };
}

function storyAnswer(kind: GalleryState['story'] = 'full'): unknown {
  if (kind === 'absent') return ABSENT;
  if (kind === 'failed') return FAILED;
  const story = stories(recording, Date.now())[kind === 'loading' ? 'full' : kind];
  return { ok: true, value: { success: true, story } };
}

function leadsAnswer(search: string): unknown {
  if (current?.leadSearch === 'absent') return ABSENT;
  if (current?.leadSearch === 'failed') return FAILED;
  const data = leadsOfTeam.filter(
    ({ fname, lname, phone_number }) =>
      `${fname} ${lname}`.toLowerCase().includes(search.toLowerCase()) || phone_number.includes(search),
  );
  return { ok: true, value: { data } };
}

interface Query {
  readonly page?: unknown;
  readonly search?: string;
}

/** Of the second row and those after it. */
const SAMPLE_RESULTS = [null, 'contacted', 'removed', 'voicemail'];

const NO_DAY: OwnDay = {
  date: '2026-11-23',
  calls_made: 0,
  calls_taken: 0,
  talk_seconds: 0,
  leads_reached: 0,
  missed_rings: 0,
  break_seconds: 0,
  results: [],
};

const ABSENT = { ok: false, status: 404, error: 'Not found. It may have been removed.' };
const REFUSED = { ok: false, status: 403, error: 'You do not have permission to do this.' };
const FAILED = { ok: false, status: 500, error: 'Something went wrong. Please try again.' };

/** Filtered by page and part of the name. */
function people(name: 'getAgents' | 'getTeams', { page = 1, search = '' }: Query): unknown {
  if (current?.people === 'failed') return FAILED;
  if (name === 'getTeams') return { ok: true, value: { data: current?.people === 'empty' ? [] : teams } };
  const found =
    current?.people === 'empty' ? [] : agents.filter(({ full_name }) => full_name.includes(search));
  const first = (Number(page) - 1) * AGENTS_PAGE_SIZE;
  const meta = {
    current_page: Number(page),
    last_page: Math.max(1, Math.ceil(found.length / AGENTS_PAGE_SIZE)),
  };
  return { ok: true, value: { data: found.slice(first, first + AGENTS_PAGE_SIZE), meta } };
}

/** A callback at this time of day fails, to show the error. */
const REJECTED_TIME = 'T04:13';
/** Saving this time zone fails, to show the error. */
const REJECTED_ZONE = 'Pacific/Apia';

const never = new Promise<never>(() => {});

interface RequestInput {
  readonly query?: Query;
  readonly params?: object;
  readonly body?: { readonly time_zone?: string; readonly at?: string };
}

const request = (name: string, { query = {}, params, body }: RequestInput): Promise<unknown> => {
  window.gallery.requests.push({ name, query: body ?? params ?? query });
  if (name === 'setLocale')
    return Promise.resolve(
      body?.time_zone === REJECTED_ZONE ? FAILED : { ok: true, value: { success: true } },
    );
  if (name === 'setCallback' && body?.at?.endsWith(REJECTED_TIME))
    return Promise.resolve({ ok: false, status: 422, error: 'Choose a time within the next 90 days.' });
  if (name === 'getAgents' || name === 'getTeams') {
    return current?.people === 'loading' ? never : Promise.resolve(people(name, query));
  }
  if (current?.history === 'loading' && name === 'getHistory') return never;
  if (current?.story === 'loading' && name === 'getLeadStory') return never;
  return Promise.resolve(answer(name, query));
};
const api = { base: '', request, send: request } as unknown as Api;

window.gallery = {
  names: Object.keys(states),
  sent: [],
  soundCheckEvents: [],
  requests: [],
  reactions: {},
  show(name) {
    queries.clear();
    storeGuide(name);
    // The guide reads the stored step only when it mounts.
    const remounts = states[name]?.guide !== current?.guide;
    window.gallery.keepQueries(name);
    if (!remounts) return;
    round += 1;
    flushSync(render);
  },
  keepQueries(name) {
    current = states[name] ?? current;
    bars = current?.bars ?? { microphone: 0, speaker: 0 };
    change();
  },
  restart(name) {
    window.gallery.sent.length = 0;
    window.gallery.soundCheckEvents.length = 0;
    window.gallery.requests.length = 0;
    window.gallery.reactions = {};
    delete document.documentElement.dataset['keys'];
    (document.activeElement as HTMLElement | null)?.blur();
    round += 1;
    window.gallery.show(name);
    // Synchronously, so that a test never sees the old components.
    flushSync(render);
  },
  setLanguage(language) {
    activateCatalogs(language);
    document.documentElement.dir = language === 'pseudo' ? 'rtl' : 'ltr';
    round += 1;
    flushSync(render);
  },
  notifyListChanged: changes.notify,
  setBars(microphone, speaker) {
    bars = { microphone, speaker };
    change();
  },
};

async function lookUpCountry(): Promise<string> {
  window.gallery.requests.push({ name: 'country', query: {} });
  if (!current?.lookedUp) throw new Error('unable to fetch the country');
  return current.lookedUp;
}

/** The agents of the other states have finished it. */
function storeGuide(name: string): void {
  writeGuide(user.id, states[name]?.guide ?? closed(NEW_GUIDE));
}

const checks = new Map<GalleryState | undefined, SoundCheck>();

/** useSyncExternalStore needs a stable object. */
function currentSoundCheck(): SoundCheck {
  const known = checks.get(current) ?? { step: current?.soundCheck?.step ?? { name: 'idle' }, run: 1 };
  checks.set(current, known);
  return known;
}

let render = () => {};
storeGuide(parts.get('state') ?? '');
const initial = current;
if (initial) {
  const handle: PhoneHandle = {
    getState: () => (current ?? initial).state,
    listen,
    send: (event) => {
      window.gallery.sent.push(event);
      const next = window.gallery.reactions[event.type];
      if (next) window.gallery.show(next);
    },
    soundCheck: {
      getState: currentSoundCheck,
      listen,
      send: (event) => window.gallery.soundCheckEvents.push(event),
      level: { get: () => current?.soundCheck?.level ?? 0, listen, set: () => {} },
    },
    volumes: { getBars: () => bars, getVolumes: () => ({ input: 0, output: 0 }), listen, set: () => {} },
  };
  const root = createRoot(document.getElementById('root') ?? document.body);
  render = () =>
    root.render(
      <QueryClientProvider client={queries} key={round}>
        <ApiContext value={api}>
          <CountryLookupContext value={lookUpCountry}>
            <ListChangesContext value={changes}>
              <PhoneContext value={handle}>
                <App />
              </PhoneContext>
            </ListChangesContext>
          </CountryLookupContext>
        </ApiContext>
      </QueryClientProvider>,
    );
  render();
} else if (parts.get('state') === 'phone-input') {
  const root = createRoot(document.getElementById('root') ?? document.body);
  root.render(<PhoneInputGallery options={optionsOf(parts)} />);
} else {
  const list = document.createElement('ul');
  for (const name of [...window.gallery.names, 'phone-input']) {
    const link = document.createElement('a');
    link.href = `#${name}`;
    link.textContent = name;
    const entry = document.createElement('li');
    entry.append(link);
    list.append(entry);
  }
  document.body.append(list);
  addEventListener('hashchange', () => location.reload());
}
