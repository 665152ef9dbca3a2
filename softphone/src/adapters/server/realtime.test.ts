import { EventEmitter } from 'node:events';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { PhoneEvent } from '../../core/events.ts';
import type { Api } from './api.ts';
import { createRealtime } from './realtime.ts';

class Bindings extends EventEmitter {
  bind = (name: string, callback: (data: unknown) => void) => this.on(name, callback);
}
class LibraryClient {
  readonly connection = new Bindings();
  readonly channels = new Map<string, Bindings>();
  readonly key: string;
  readonly options: Record<string, unknown>;
  constructor(key: string, options: Record<string, unknown>) {
    this.key = key;
    this.options = options;
    client = this;
  }
  subscribe = (name: string) => {
    const channel = Object.assign(new Bindings(), { name });
    this.channels.set(name, channel);
    return channel;
  };
  signin = () => {};
  disconnect = () => {};
  connect = () => {};
}
let client: LibraryClient | null;
let reports: PhoneEvent[];
let warnings: string[];
let lists: string[];

vi.mock('pusher-js', () => ({ default: LibraryClient }));
afterAll(() => vi.doUnmock('pusher-js'));
beforeEach(() => {
  client = null;
  reports = [];
  warnings = [];
  lists = [];
});

async function subscribed(options: { secure?: boolean; host?: string } = {}): Promise<LibraryClient> {
  client = null;
  createRealtime({
    key: 'key',
    cluster: 'here',
    host: '',
    port: null,
    path: '',
    secure: true,
    api: {} as Api,
    report: (event) => reports.push(event),
    onListsChanged: (which) => lists.push(which),
    warn: (message) => warnings.push(message),
    ...options,
  }).subscribe(7, 100);
  await vi.waitFor(() => expect(client?.channels.size).toBe(2), { timeout: 30_000 });
  return client as unknown as LibraryClient;
}

test('only secure sockets are opened, in the configured cluster and without a fallback', async () => {
  const { options } = await subscribed();
  expect(options).toMatchObject({ cluster: 'here', forceTLS: true, enabledTransports: ['ws', 'wss'] });
  expect((await subscribed({ secure: false, host: 'localhost' })).options).toMatchObject({ forceTLS: false });
});

test("the user's presence channel reports whether the phone is connected, even after the connection dropped", async () => {
  const { channels, connection } = await subscribed();
  const own = channels.get('presence-user.7');
  own?.emit('pusher:subscription_succeeded');
  connection.emit('state_change', { current: 'unavailable' });
  connection.emit('state_change', { current: 'connected' });
  own?.emit('pusher:subscription_succeeded');
  expect(reports.map(({ type }) => type)).toEqual(['realtimeConnected', 'realtimeLost', 'realtimeConnected']);
});

test('a changed call is reported to the lists and to the current call', async () => {
  const { channels } = await subscribed();
  channels.get('private-account.100')?.emit('call.updated', { call_id: 55 });
  expect(reports).toEqual([{ type: 'callUpdated', callId: 55 }]);
  expect(lists).toEqual(['calls']);
});

test('a failed subscription is logged, and shows no message to the agent', async () => {
  const { channels } = await subscribed();
  for (const channel of channels.values()) channel.emit('pusher:subscription_error', { status: 403 });
  expect(warnings).toEqual([
    'Could not subscribe to channel presence-user.7.',
    'Could not subscribe to channel private-account.100.',
  ]);
  expect(reports).toEqual([{ type: 'realtimeLost' }]);
});
