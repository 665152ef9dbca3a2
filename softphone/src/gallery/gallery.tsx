/**
 * Every state of the phone without a server: `#oncall`, `#oncall&theme=dark&dir=rtl`. The components are the real
 * ones and what they send is kept; the state changes only by `gallery.show`, or as `gallery.reactions` says. For
 * looking and for tests; not part of the build.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from '../App.tsx';
import type { Api } from '../adapters/api.ts';
import type { Click } from '../core/events.ts';
import { PhoneContext, type PhoneHandle } from '../phone-context.tsx';
import { ApiContext } from '../queries.ts';
import { historyPages } from './people.ts';
import { inventedRecording } from './recording.ts';
import { callerIds, type GalleryState, states } from './states.ts';

export interface Gallery {
  readonly names: readonly string[];
  readonly sent: Click[];
  /** What an event leads to: type of event → name of the state that shows then. */
  reactions: Readonly<Record<string, string>>;
  show(name: string): void;
  setBars(microphone: number, speaker: number): void;
}

declare global {
  interface Window {
    gallery: Gallery;
  }
}

const parts = new URLSearchParams(location.hash.slice(1).replace(/^([^&=]+)(&|$)/, 'state=$1$2'));
document.documentElement.dir = parts.get('dir') ?? 'ltr';
const theme = parts.get('theme');
if (theme) document.documentElement.dataset['theme'] = theme;

const queries = new QueryClient();
const recording = inventedRecording();
const listeners = new Set<() => void>();
let current: GalleryState | undefined = states[parts.get('state') ?? ''];
let bars = current?.bars ?? { microphone: 0, speaker: 0 };

function listen(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function change() {
  for (const listener of listeners) listener();
}

function answer(name: string, page: number): unknown {
  if (name === 'getCallerIds') return { ok: true, value: callerIds };
  if (current?.history === 'failed') {
    return { ok: false, status: 500, error: 'Something went wrong. Please try again.' };
  }
  if (current?.history === 'empty') return { ok: true, value: { data: [], current_page: 1, last_page: 1 } };
  return {
    ok: true,
    value: { data: historyPages(recording)[page - 1] ?? [], current_page: page, last_page: 12 },
  };
}

const ask = (name: string, input: { readonly query?: { readonly page?: unknown } }) =>
  current?.history === 'loading' && name === 'getHistory'
    ? new Promise(() => {})
    : Promise.resolve(answer(name, Number(input.query?.page ?? 1)));
const api = { ask, tell: ask } as unknown as Api;

window.gallery = {
  names: Object.keys(states),
  sent: [],
  reactions: {},
  show(name) {
    current = states[name] ?? current;
    bars = current?.bars ?? { microphone: 0, speaker: 0 };
    queries.clear();
    change();
  },
  setBars(microphone, speaker) {
    bars = { microphone, speaker };
    change();
  },
};

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
    volumes: { getBars: () => bars, getVolumes: () => ({ input: 0, output: 0 }), listen, set: () => {} },
  };
  createRoot(document.getElementById('root') ?? document.body).render(
    <QueryClientProvider client={queries}>
      <ApiContext value={api}>
        <PhoneContext value={handle}>
          <App />
        </PhoneContext>
      </ApiContext>
    </QueryClientProvider>,
  );
} else {
  const list = document.createElement('ul');
  for (const name of window.gallery.names) {
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
