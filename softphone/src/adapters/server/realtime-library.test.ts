/** Checks the realtime library that the build makes from its sources, against the one it publishes. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { realtimeOptions } from '@offhook/contract/client/realtime-client';
import type Pusher from 'pusher-js';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { realtimeSdkPlugin } from '../../../realtime-sdk-plugin.ts';
import type { Api } from './api.ts';

class Socket {
  onopen = () => {};
  onclose = (_: object) => {};
  onmessage = (_: object) => {};
  readonly sent: { readonly event: string; readonly data: object }[] = [];
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    sockets.push(this);
    queueMicrotask(() => this.onopen());
  }
  send = (text: string) => this.sent.push(JSON.parse(text));
  close = () => this.onclose({ code: 1000, wasClean: true });
  receive = (event: string, data: object, channel?: string) =>
    this.onmessage({ data: JSON.stringify({ event, data: JSON.stringify(data), channel }) });
}
let sockets: Socket[] = [];
const page = new EventTarget();

const bundle = async (...plugins: Plugin[]) => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [...plugins, realtimeSdkPlugin()],
    build: {
      write: false,
      rolldownOptions: { input: 'pusher-js', preserveEntrySignatures: 'strict' },
    },
  });
  if (!('output' in built)) throw new Error('The build did not return a single bundle.');
  return built.output[0].code;
};

async function load(): Promise<Readonly<Record<'published' | 'built', typeof Pusher>>> {
  const published = createRequire(import.meta.url).resolve('pusher-js/dist/web/pusher.js');
  const [{ default: own }, { default: official }] = await Promise.all([
    import(`data:text/javascript,${encodeURIComponent(await bundle())}`),
    import(pathToFileURL(published).href),
  ]);
  return { published: official, built: own };
}
let libraries: Awaited<ReturnType<typeof load>>;

beforeAll(async () => {
  const window = Object.assign(page, {
    WebSocket: Socket,
    localStorage: undefined,
    navigator: { onLine: true },
    crypto: globalThis.crypto,
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    JSON,
  });
  vi.stubGlobal('window', window);
  vi.stubGlobal('self', window);
  vi.stubGlobal('document', { body: {}, location: { protocol: 'https:' } });
  libraries = await load();
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  sockets = [];
});

const api = {
  request: async (name: string) => ({ ok: true, value: { auth: name, user_data: '{"id":"1"}' } }),
} as unknown as Api;
const settings = { cluster: 'eu', host: '', port: null, path: '', secure: true, api };

const open = (which: 'published' | 'built') => {
  const client = new libraries[which]('key', realtimeOptions(settings));
  const states: string[] = [];
  client.connection.bind('state_change', ({ current }: { current: string }) => states.push(current));
  return { client, states };
};
const establish = async () => {
  const socket = sockets.at(-1);
  await vi.waitFor(() => expect(socket?.onmessage).toBeDefined());
  await Promise.resolve();
  socket?.receive('pusher:connection_established', { socket_id: '1.2', activity_timeout: 30 });
  return socket as Socket;
};

/** Public names, without those that the compiler makes. */
const names = (value: object) => Object.getOwnPropertyNames(value).sort();

test('the built library has the methods of the published one', () => {
  expect(names(libraries.built.prototype)).toEqual(names(libraries.published.prototype));
  expect(names(open('built').client)).toEqual(names(open('published').client));
});

test.each(['published', 'built'] as const)(
  'the %s library connects, signs in and subscribes',
  async (which) => {
    const { client, states } = open(which);
    client.signin();
    const received: object[] = [];
    client.subscribe('private-user-1').bind('call.updated', (data: object) => received.push(data));
    const socket = await establish();
    expect(new URL(socket.url).origin).toBe('wss://ws-eu.pusher.com');
    await vi.waitFor(() =>
      expect(socket.sent.map(({ event }) => event).sort()).toEqual(['pusher:signin', 'pusher:subscribe']),
    );
    expect(socket.sent).toContainEqual({
      event: 'pusher:subscribe',
      data: { auth: 'realtimeAuth', channel: 'private-user-1' },
    });
    socket.receive('pusher_internal:subscription_succeeded', {}, 'private-user-1');
    socket.receive('call.updated', { call_id: 7 }, 'private-user-1');
    expect(received).toEqual([{ call_id: 7 }]);
    client.unsubscribe('private-user-1');
    const unsubscribed = { event: 'pusher:unsubscribe', data: { channel: 'private-user-1' } };
    await vi.waitFor(() => expect(socket.sent).toContainEqual(unsubscribed));
    // Only a page notices that it went offline, not a worker.
    page.dispatchEvent(new Event('offline'));
    await vi.waitFor(() => expect(socket.sent.at(-1)?.event).toBe('pusher:ping'));
    client.disconnect();
    expect(states).toEqual(['connected', 'disconnected']);
  },
);

test('the built library says that it sends no requests of its own', () => {
  expect(() => new libraries.built('key', { cluster: 'eu' })).toThrow('The build left out its own requests.');
});

test('the build fails if the library no longer has a module to leave out', async () => {
  const renamed: Plugin = {
    name: 'renamed',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('/timeline_sender') ? '/renamed.ts' : null),
    load: (id) => (id === '/renamed.ts' ? 'export default class {}' : null),
  };
  await expect(bundle(renamed)).rejects.toThrow('core/timeline/timeline_sender.ts');
});
